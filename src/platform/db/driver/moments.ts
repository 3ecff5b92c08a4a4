import { types } from 'pg';

const momentOfDriver: (text: string) => unknown = types.getTypeParser(types.builtins.TIMESTAMPTZ, 'text');

const [dash, space, colon, point] = [45, 32, 58, 46];

/**
 * Parses `2026-11-20 18:13:46.123456+00`, the form of a session in UTC, and leaves any other form to the driver. A list reads a
 * hundred of them, so it takes the figures one by one.
 */
export function momentOf(text: string): unknown {
  if (!isUsual(text)) return momentOfDriver(text);
  const year = 100 * two(text, 0) + two(text, 2);
  const ms = Date.UTC(
    year,
    two(text, 5) - 1,
    two(text, 8),
    two(text, 11),
    two(text, 14),
    two(text, 17),
    thousandths(text),
  );
  return new Date(ms);
}

function isUsual(text: string): boolean {
  const { length } = text;
  return (
    length >= 22 &&
    length <= 29 &&
    text.charCodeAt(4) === dash &&
    text.charCodeAt(7) === dash &&
    text.charCodeAt(10) === space &&
    text.charCodeAt(13) === colon &&
    text.charCodeAt(16) === colon &&
    text.endsWith('+00') &&
    // Before, `Date.UTC` takes years for those of the twentieth century.
    text.charCodeAt(0) > 48
  );
}

/** The number of two figures. */
function two(text: string, at: number): number {
  return 10 * figure(text, at) + figure(text, at + 1);
}

function figure(text: string, at: number): number {
  return text.charCodeAt(at) - 48;
}

/** Of a second; finer figures are cut. */
function thousandths(text: string): number {
  if (text.charCodeAt(19) !== point) return 0;
  let value = 0;
  for (let at = 20; at < 23; at += 1) value = 10 * value + (at < text.length - 3 ? figure(text, at) : 0);
  return value;
}
