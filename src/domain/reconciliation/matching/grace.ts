/** How many days later a journal may be stated, if nobody says otherwise. */
export const usualGraceDays = 3;
