//! Which queries the engine gets to see.
//!
//! The engine reads a query by recursion, so that a long enough one overflows its stack and ends the
//! process, and it carries one out without letting anything else write, so that a join of a few tables
//! stops the server. Its own tables, in which everybody's connections stand, are readable by anybody.
//! Clients need nothing of the kind: what they may see is in views, one of which is a query.

use std::iter::Peekable;
use std::str::CharIndices;

/// Longest query of anybody but the owner, in bytes.
pub const LONGEST: usize = 1024;

/// Longest query of the owner, in bytes.
pub const LONGEST_OF_OWNER: usize = 8192;

/// How many of AND, OR and NOT a query may have, and one less than how many comparisons and signs.
pub const MOST_TERMS: usize = 32;

/// The same for the owner, whose joins count as well.
pub const MOST_TERMS_OF_OWNER: usize = 64;

/// How deep parentheses may be nested.
pub const DEEPEST: usize = 16;

/// How many queries may come in one request to subscribe. Some more than Zeitnot has tables and views to subscribe to,
/// of which an SDK may ask for all.
pub const MOST_AT_ONCE: usize = 24;

/// The keywords of the queries that clients ask.
const KEYWORDS: [&str; 9] = ["SELECT", "FROM", "WHERE", "AND", "OR", "NOT", "JOIN", "AS", "LIMIT"];

/// The engine's own tables are called like this.
const SYSTEM_PREFIX: &str = "st_";

/// Why a query is not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It has too many bytes.
    #[error("a query may have at most {limit} bytes")]
    Long {
        /// The most it may have.
        limit: usize,
    },
    /// It has too many terms.
    #[error("a query may have at most {limit} of AND, OR, NOT and JOIN, and as many comparisons and signs")]
    Terms {
        /// The most it may have.
        limit: usize,
    },
    /// Its parentheses are nested too deeply.
    #[error("parentheses may be nested at most {DEEPEST} deep")]
    Deep,
    /// It is not a plain query.
    #[error("only the owner may do more than one SELECT")]
    NotASelect,
    /// It joins tables.
    #[error("a query is of one table or view: joins are for the owner alone")]
    Join,
    /// It names one of the engine's tables.
    #[error("the engine's own tables, `{SYSTEM_PREFIX}…`, are for the owner alone")]
    System,
    /// It has something in it that no query of a client needs.
    #[error("{0} has no place in a query")]
    Strange(String),
    /// Too many came at once.
    #[error("at most {MOST_AT_ONCE} queries may be subscribed to at once")]
    Many,
}

/// Whether the engine may see `query`, of anybody but the database's owner: a `SELECT` from one table
/// or view that is not the engine's own, within the limits above.
///
/// # Errors
/// Why it may not. That it is well-formed is for the engine to find out.
pub fn admit(query: &str) -> Result<(), Refusal> {
    if query.len() > LONGEST {
        return Err(Refusal::Long { limit: LONGEST });
    }
    let mut size = Size::new(MOST_TERMS);
    let mut from = false;
    let mut before = None;
    for (index, token) in Tokens::new(query).enumerate() {
        let token = token?;
        size.add(&token)?;
        let is = |keyword| token.is(keyword);
        if is("SELECT") != (index == 0) {
            return Err(Refusal::NotASelect);
        }
        if is("JOIN") || from && (is("FROM") || token == Token::Symbol(',')) {
            return Err(Refusal::Join);
        }
        if token.name().is_some_and(is_system) {
            return Err(Refusal::System);
        }
        // Such as INTERVAL, CASE or a function: the engine's parser tries each of them in several ways,
        // and does so again for what is inside.
        if before.as_ref().is_some_and(|before| token.begins_another_operand(before)) {
            return Err(Refusal::Strange("a name or value right before another, or a function,".to_owned()));
        }
        from |= is("FROM");
        before = Some(token);
    }
    Ok(())
}

/// Whether the engine may see `query`, of the database's owner, who may do anything but bring the
/// server down by accident.
///
/// # Errors
/// Why it may not.
pub fn admit_owner(query: &str) -> Result<(), Refusal> {
    if query.len() > LONGEST_OF_OWNER {
        return Err(Refusal::Long { limit: LONGEST_OF_OWNER });
    }
    let mut size = Size::new(MOST_TERMS_OF_OWNER);
    for token in Tokens::new(query) {
        match token {
            Ok(token) => size.add(&token)?,
            // A comment, say. There is nothing in it that the engine would recur over.
            Err(Refusal::Strange(_)) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(())
}

/// Whether as many queries as this may come at once.
///
/// # Errors
/// If it is too many.
pub fn admit_number(queries: usize) -> Result<(), Refusal> {
    if queries <= MOST_AT_ONCE { Ok(()) } else { Err(Refusal::Many) }
}

fn is_system(name: &str) -> bool {
    name.get(..SYSTEM_PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(SYSTEM_PREFIX))
}

/// What the engine recurs over.
struct Size {
    connectives: usize,
    comparisons: usize,
    signs: usize,
    depth: usize,
    limit: usize,
}

impl Size {
    fn new(limit: usize) -> Self {
        Self { connectives: 0, comparisons: 0, signs: 0, depth: 0, limit }
    }

    fn add(&mut self, token: &Token) -> Result<(), Refusal> {
        match token {
            Token::Word(_) if ["AND", "OR", "NOT", "JOIN"].iter().any(|word| token.is(word)) => {
                self.connectives += 1;
            }
            Token::Comparison => self.comparisons += 1,
            Token::Sign => self.signs += 1,
            Token::Symbol('(') => self.depth += 1,
            Token::Symbol(')') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.depth > DEEPEST {
            return Err(Refusal::Deep);
        }
        // There is one term more than there are connectives between them.
        let terms = self.comparisons.max(self.signs);
        if self.connectives > self.limit || terms > self.limit + 1 {
            return Err(Refusal::Terms { limit: self.limit });
        }
        Ok(())
    }
}

/// A piece of a query.
#[derive(Debug, PartialEq, Eq)]
enum Token<'a> {
    /// A keyword, or a name without quotes.
    Word(&'a str),
    /// A name in double quotes, as it stands between them.
    Quoted(&'a str),
    /// A number, or a string in single quotes.
    Literal,
    /// `=`, `<>`, `!=`, `<`, `>`, `<=` or `>=`.
    Comparison,
    /// `+` or `-` right before a number.
    Sign,
    /// Any other character that has a place in a query.
    Symbol(char),
}

impl Token<'_> {
    fn is(&self, keyword: &str) -> bool {
        matches!(self, Self::Word(word) if word.eq_ignore_ascii_case(keyword))
    }

    /// Whether it is a name or value, or a keyword that no client needs and that is taken for a name.
    fn is_operand(&self) -> bool {
        match self {
            Self::Word(_) => !KEYWORDS.iter().any(|keyword| self.is(keyword)),
            Self::Quoted(_) | Self::Literal => true,
            Self::Comparison | Self::Sign | Self::Symbol(_) => false,
        }
    }

    /// Whether it begins an operand although `before`, which stands before it, is one already.
    fn begins_another_operand(&self, before: &Token) -> bool {
        let begins = match self {
            Self::Symbol('(') => !before.is("COUNT"),
            Self::Sign => true,
            _ => self.is_operand() || self.is("NOT"),
        };
        begins && before.is_operand()
    }

    fn name(&self) -> Option<&str> {
        match self {
            Self::Word(name) | Self::Quoted(name) => Some(name),
            _ => None,
        }
    }
}

/// The pieces of a query, as PostgreSQL has them and with it the engine. What could be read in more
/// than one way is refused: comments, strings with escapes, numbers that run into words.
struct Tokens<'a> {
    query: &'a str,
    rest: Peekable<CharIndices<'a>>,
}

impl<'a> Tokens<'a> {
    fn new(query: &'a str) -> Self {
        Self { query, rest: query.char_indices().peekable() }
    }

    /// What follows from `start` as long as its characters are such.
    fn run(&mut self, start: usize, such: impl Fn(char) -> bool) -> &'a str {
        while self.rest.next_if(|&(_, next)| such(next)).is_some() {}
        &self.query[start..self.position()]
    }

    /// What is between here and the next `quote` that is not doubled.
    fn quoted(&mut self, quote: char) -> Result<&'a str, Refusal> {
        let start = self.position();
        while let Some((end, next)) = self.rest.next() {
            if next == quote && self.rest.next_if(|&(_, next)| next == quote).is_none() {
                return Ok(&self.query[start..end]);
            }
        }
        Err(Refusal::Strange(format!("{quote} without another")))
    }

    fn position(&mut self) -> usize {
        self.rest.peek().map_or(self.query.len(), |&(position, _)| position)
    }

    fn follows(&mut self, such: impl Fn(char) -> bool) -> bool {
        self.rest.peek().is_some_and(|&(_, next)| such(next))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        let strange = |text: &str| {
            let shortened: String = text.chars().take(20).flat_map(char::escape_debug).collect();
            Some(Err(Refusal::Strange(format!("`{shortened}`"))))
        };
        loop {
            let (start, first) = self.rest.next()?;
            let token = match first {
                ' ' | '\t' | '\r' | '\n' => continue,
                '\'' => self.quoted('\'').map(|_| Token::Literal),
                '"' => self.quoted('"').map(Token::Quoted),
                '=' | '<' | '>' | '!' => {
                    let comparison = self.run(start, |next| matches!(next, '=' | '<' | '>' | '!'));
                    if !["=", "<>", "!=", "<", ">", "<=", ">="].contains(&comparison) {
                        return strange(comparison);
                    }
                    Ok(Token::Comparison)
                }
                '-' | '+' if self.follows(|next| next.is_ascii_digit()) => Ok(Token::Sign),
                '(' | ')' | ',' | '*' | '.' => Ok(Token::Symbol(first)),
                // The engine takes one at the end.
                ';' if self.query[start + 1..].trim().is_empty() => Ok(Token::Symbol(first)),
                _ if first.is_ascii_digit() => {
                    let number = self.run(start, is_of_word);
                    if !is_number(number) {
                        return strange(number);
                    }
                    Ok(Token::Literal)
                }
                _ if is_of_word(first) => {
                    let word = self.run(start, is_of_word);
                    let before_quote = self.rest.next_if(|&(_, next)| matches!(next, '\'' | '"'));
                    match before_quote {
                        None => Ok(Token::Word(word)),
                        // X'00FF' is bytes.
                        Some((_, '\'')) if word.eq_ignore_ascii_case("x") => {
                            self.quoted('\'').map(|_| Token::Literal)
                        }
                        // Before other quotes a letter may change what is an escape in them.
                        Some(_) => return strange(word),
                    }
                }
                other => return strange(other.encode_utf8(&mut [0; 4])),
            };
            return Some(token);
        }
    }
}

fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Whether that is `12`, `0x1f` or `1e6`.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match (text.strip_prefix("0x"), text.split_once(['e', 'E'])) {
        (Some(hexadecimal), _) => hexadecimal.bytes().all(|byte| byte.is_ascii_hexdigit()),
        (None, Some((mantissa, exponent))) => digits(mantissa) && digits(exponent),
        (None, None) => digits(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, LONGEST, LONGEST_OF_OWNER, Refusal, admit, admit_number, admit_owner};

    fn many(times: usize, start: &str, term: &str) -> String {
        format!("{start}{}", term.repeat(times))
    }

    #[test]
    fn what_clients_ask_for_is_admitted() {
        for query in [
            "SELECT * FROM seat",
            "select * from seat where id = 5;",
            "SELECT seat.* FROM seat WHERE (seat.id = -5) OR NOT seat.status = 1.5e3",
            "SELECT \"seat\".* FROM \"seat\" WHERE \"seat\".\"id\" = 5",
            "SELECT * FROM me WHERE name = 'join st_client, it''s me -- or /* not */ (((((((((((((((((((('",
            "SELECT name, identity FROM me WHERE identity = 0x00ff OR identity = X'00FF'",
            "SELECT COUNT(*) AS n FROM me",
            "SELECT * FROM seat LIMIT 5",
            "SELECT * FROM me WHERE name = 'Žofie 名'",
            "SELECT * FROM \"joint\" WHERE \"join\" = 1 AND mist_ = 2",
        ] {
            assert_eq!(admit(query), Ok(()), "{query}");
        }
    }

    #[test]
    fn joins_are_for_the_owner() {
        for query in [
            "SELECT COUNT(*) AS n FROM me AS a JOIN me AS b",
            "SELECT COUNT(*) AS n FROM me a JOIN me b",
            "SELECT a.* FROM me a\njoin\tme b ON a.name=b.name",
            "SELECT * FROM me, me",
            "SELECT * FROM me a,me b",
            "SELECT * FROM me WHERE name = '' JOIN me b",
            "SELECT * FROM me WHERE \"a\"=1JOIN me",
            "SELECT * FROM me WHERE name = 'a'JOIN me",
        ] {
            let refused = admit(query).unwrap_err();
            assert!(matches!(refused, Refusal::Join | Refusal::Strange(_)), "{query}: {refused}");
            assert_eq!(admit_owner(query), Ok(()), "{query}");
        }
    }

    #[test]
    fn the_engines_tables_are_for_the_owner() {
        for table in ["st_client", "ST_MODULE", "\"st_table\"", "(st_row)", "public.st_table", "me.\"St_x\""]
        {
            let query = format!("SELECT * FROM {table}");
            assert_eq!(admit(&query), Err(Refusal::System), "{query}");
            assert_eq!(admit_owner(&query), Ok(()), "{query}");
        }
    }

    #[test]
    fn there_is_one_select_and_nothing_else() {
        for query in [
            "DELETE FROM player",
            "INSERT INTO me (name) VALUES ('')",
            "SET x TO 1",
            "(SELECT * FROM me)",
            "SELECT * FROM me WHERE name = (SELECT name FROM me)",
        ] {
            assert_eq!(admit(query), Err(Refusal::NotASelect), "{query}");
        }
        for query in [
            "SELECT * FROM me; SELECT * FROM me",
            "SELECT * FROM me /* '*/",
            "SELECT * FROM me -- '",
            "SELECT * FROM me WHERE name = E'\\' JOIN st_client --'",
            "SELECT * FROM me WHERE name = $$ ' $$",
            "SELECT * FROM `st_client`",
            "SELECT * FROM U&\"\\0073t_client\"",
            "SELECT * FROM me WHERE name = 'open",
            "SELECT * FROM me WHERE id = 5AND id = 5",
            "SELECT * FROM me WHERE id = 0xfAND id = 5",
            "SELECT * FROM me\u{a0}JOIN me",
            "SELECT * FROM me WHERE - - 1 = 1",
            "SELECT * FROM me UNION SELECT * FROM me",
            "SELECT * FROM me WHERE INTERVAL INTERVAL '1' = 1",
            "SELECT * FROM me WHERE INTERVAL NOT INTERVAL NOT name",
            "SELECT * FROM me WHERE f(name) = 1",
            "SELECT * FROM me WHERE id = 1+1",
            "SELECT * FROM me WHERE name = CASE WHEN name THEN 1 END",
            "SELECT * FROM me WHERE name LIKE 'a%'",
        ] {
            let refused = admit(query).unwrap_err();
            assert!(matches!(refused, Refusal::Strange(_)), "{query}: {refused}");
        }
    }

    #[test]
    fn a_refusal_fits_a_line_of_a_terminal() {
        let refused = |query: &str| admit(query).unwrap_err().to_string();
        assert_eq!(refused("SELECT \u{1b}[2J"), "`\\u{1b}` has no place in a query");
        assert!(refused(&format!("SELECT {}", "1a".repeat(400))).len() < 100);
    }

    #[test]
    fn size_is_bounded() {
        let start = "SELECT * FROM me WHERE a=1";
        for (term, most) in [(" AND a=1", 32), (" OR a=1", 32), (" or not a", 16), ("=1", 32)] {
            assert_eq!(admit(&many(most, start, term)), Ok(()), "{term}");
            assert_eq!(admit(&many(most + 1, start, term)), Err(Refusal::Terms { limit: 32 }), "{term}");
        }
        for (term, most) in [(" AND a=1", 64), (" OR a=1", 64), (" JOIN b", 64)] {
            assert_eq!(admit_owner(&many(most, start, term)), Ok(()), "{term}");
            assert_eq!(
                admit_owner(&many(most + 1, start, term)),
                Err(Refusal::Terms { limit: 64 }),
                "{term}"
            );
        }
        for admit in [admit, admit_owner] {
            let nested =
                |depth| format!("SELECT * FROM me WHERE {}a=1{}", "(".repeat(depth), ")".repeat(depth));
            assert_eq!(admit(&nested(DEEPEST)), Ok(()));
            assert_eq!(admit(&nested(DEEPEST + 1)), Err(Refusal::Deep));
        }
        let long = |length: usize| format!("{:length$}", "SELECT * FROM me");
        assert_eq!(admit(&long(LONGEST)), Ok(()));
        assert_eq!(admit(&long(LONGEST + 1)), Err(Refusal::Long { limit: 1024 }));
        assert_eq!(admit_owner(&long(LONGEST_OF_OWNER)), Ok(()));
        assert_eq!(admit_owner(&long(LONGEST_OF_OWNER + 1)), Err(Refusal::Long { limit: 8192 }));
        assert_eq!(admit_number(24), Ok(()));
        assert_eq!(admit_number(25), Err(Refusal::Many));
    }

    #[test]
    fn no_text_brings_it_down() {
        for query in
            ["", "'", "\"", "é", "x'", "-", "0x", "SELECT é", "''''", "\"\"\"", "+5", "€€€€", "st", "s€_"]
        {
            let _ = (admit(query), admit_owner(query));
        }
    }
}
