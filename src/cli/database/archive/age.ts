/** A card payment may be disputed for so long. */
export const youngestDays = 548;
