/**
 * SQL of the second argument of `hashtextextended`, for an advisory lock that a mode takes. Such locks belong to the database and know no
 * schema: with one seed for both modes, a call of live would wait for one of the sandbox that locks the same name.
 */
export const lockSeed = "CASE current_schema() WHEN 'sandbox' THEN 1 ELSE 0 END";
