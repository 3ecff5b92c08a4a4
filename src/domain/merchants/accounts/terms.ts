/** The languages of the hosted pages. `LANGUAGES` says which of them a service offers. */
export const languages = ['en', 'fr', 'pt'] as const;
export type Language = (typeof languages)[number];

/** How long an app can go back to a version after it was moved to a later one. */
export const hoursToGoBack = 72;

/** Traffic is kept for so many days. */
export const mostDays = 90;
