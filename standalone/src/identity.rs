//! Who is calling: identities, and the signed tokens that prove them.

use std::time::{Duration, SystemTime};

use engine::auth::JwtKeys;
use engine::auth::token_validation::{TokenSigner, TokenValidationError, TokenValidator};
use spacetimedb_auth::identity::{ConnectionAuthCtx, JwtError, SpacetimeIdentityClaims};
use spacetimedb_lib::Identity;
use uuid::Uuid;

/// Issuer named in this host's tokens, as in those of SpacetimeDB's standalone server.
pub const ISSUER: &str = "localhost";

/// Audience named in this host's tokens. Nothing checks it yet; SpacetimeDB's own server writes the same.
const AUDIENCE: &str = "spacetimedb";

/// Somebody whose token has been checked, or who has just been given one.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The token, which the caller may present again.
    pub token: String,
    claims: SpacetimeIdentityClaims,
}

impl Caller {
    /// Who it is.
    pub fn identity(&self) -> Identity {
        self.claims.identity
    }

    /// The same in the engine's terms.
    ///
    /// # Errors
    /// If the token's claims cannot be written as JSON.
    pub fn auth(&self) -> anyhow::Result<ConnectionAuthCtx> {
        ConnectionAuthCtx::try_from(self.claims.clone())
    }
}

/// Issues and checks this host's tokens.
///
/// Only tokens signed with the host's own keys are accepted. SpacetimeDB's servers also accept
/// those of any OpenID provider, whose keys they fetch from the address named in the token; a
/// server on a laptop had better not call addresses that strangers choose.
#[derive(Clone)]
pub struct Issuer {
    keys: JwtKeys,
}

impl Issuer {
    /// An issuer that signs with `keys`.
    pub fn new(keys: JwtKeys) -> Self {
        Self { keys }
    }

    /// A new identity, unlike any other, with a token that does not expire.
    ///
    /// # Errors
    /// If the token cannot be signed.
    pub fn mint(&self) -> Result<Caller, JwtError> {
        self.mint_for(&Uuid::new_v4().to_string())
    }

    /// A token that does not expire, for the identity that `subject` determines.
    ///
    /// # Errors
    /// If the token cannot be signed.
    pub fn mint_for(&self, subject: &str) -> Result<Caller, JwtError> {
        self.sign(SpacetimeIdentityClaims {
            identity: Identity::from_claims(ISSUER, subject),
            subject: subject.into(),
            issuer: ISSUER.into(),
            audience: [AUDIENCE.into()].into(),
            iat: SystemTime::now(),
            exp: None,
            extra: None,
        })
    }

    /// A token for `caller` that expires after `lifetime`.
    ///
    /// Browsers cannot send headers with a WebSocket, so there the token is part of the address,
    /// which ends up in logs: it had better be worthless soon.
    ///
    /// # Errors
    /// If the token cannot be signed.
    pub fn short_lived(&self, caller: &Caller, lifetime: Duration) -> Result<Caller, JwtError> {
        let now = SystemTime::now();
        self.sign(SpacetimeIdentityClaims { iat: now, exp: Some(now + lifetime), ..caller.claims.clone() })
    }

    /// Checks `token`.
    ///
    /// # Errors
    /// If it is malformed, expired, or signed by anybody else.
    pub async fn check(&self, token: String) -> Result<Caller, TokenValidationError> {
        let claims = self.keys.public.validate_token(&token).await?;
        Ok(Caller { token, claims })
    }

    /// The key that tokens can be checked with, in PEM.
    pub fn public_key(&self) -> &[u8] {
        &self.keys.public_pem
    }

    /// The keys themselves.
    pub fn keys(&self) -> &JwtKeys {
        &self.keys
    }

    fn sign(&self, claims: SpacetimeIdentityClaims) -> Result<Caller, JwtError> {
        let token = self.keys.sign(&claims)?;
        Ok(Caller { token, claims })
    }
}
