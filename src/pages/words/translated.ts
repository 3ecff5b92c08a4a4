/** The shape of a table of texts, whatever its language. */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translated<Text>
    : T extends readonly (infer Each)[]
      ? readonly Translated<Each>[]
      : { readonly [Name in keyof T]: Translated<T[Name]> };
