/**
 * An expression whose beginning repeats one class of characters, tested piece by piece. V8 stops optimising expressions in a process
 * that has compiled many of them, and then such a loop over megabytes overflows its stack.
 *
 * @param piece matches any number of these characters
 * @param whole the expression itself, for the end of the text
 */
export function inPieces(piece: RegExp, whole: RegExp): { readonly test: (text: string) => boolean } {
  const length = 65_536;
  return {
    test: (text) => {
      let at = 0;
      for (; text.length - at > 2 * length; at += length) {
        if (!piece.test(text.slice(at, at + length))) return false;
      }
      return whole.test(text.slice(at));
    },
  };
}
