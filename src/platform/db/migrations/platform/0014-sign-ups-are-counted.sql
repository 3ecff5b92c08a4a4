-- Each sign-up costs a hash, a merchant and a mail, so they are counted by where they come from.
COMMENT ON TABLE sign_in_tries IS 'Tries to sign in that have not succeeded, and sign-ups. They count for fifteen minutes. A row is written before the password is hashed, so that a flood of tries at once counts whole.';
COMMENT ON COLUMN sign_in_tries.subject IS 'The address of the internet they come from, or the hash of the email that was typed, whether or not there is an account for it. Sign-ups count by address only, apart from tries to sign in.';
