import { SaxesParser, type SaxesTagNS } from 'saxes';

/** An element of a document. Texts and comments between its children are left out. */
export type Element = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** The text of an element without children, without space at its ends. */
  text: string;
};

/** The file is not what it should be. Its words are for an operator, and quote nothing of the file but names. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

const deepest = 40;
const mostElements = 2_000_000;
const chunk = 64 * 1024;

/**
 * Reads a document. It has no document type, so that no entity can be declared, and is well-formed, at most 40 elements deep and
 * at most two million elements long.
 *
 * @throws Unreadable
 */
export async function readXml(bytes: Uint8Array): Promise<Element> {
  const text = decoded(bytes);
  const building = new Building();
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on('doctype', () => {
    throw new Unreadable('it declares a document type, which is not allowed');
  });
  parser.on('error', ({ message }) => {
    throw new Unreadable(
      `it is not well-formed XML: ${message.replaceAll(/[^\x20-\x7E]/g, ' ').slice(0, 120)}`,
    );
  });
  parser.on('opentag', (tag) => building.open(tag));
  parser.on('text', (part) => building.say(part));
  parser.on('cdata', (part) => building.say(part));
  parser.on('closetag', () => building.close());
  for (let at = 0; at < text.length; at += chunk) {
    parser.write(text.slice(at, at + chunk));
    // Other work of the process goes on while a large file is read.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  parser.close();
  if (building.root === undefined) throw new Unreadable('it is empty');
  return building.root;
}

class Building {
  root: Element | undefined;
  readonly #open: Element[] = [];
  #count = 0;

  open({ local, uri, attributes }: SaxesTagNS): void {
    this.#count += 1;
    if (this.#open.length >= deepest) throw new Unreadable(`it is more than ${deepest} elements deep`);
    if (this.#count > mostElements) throw new Unreadable(`it has more than ${mostElements} elements`);
    const named = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(named),
      children: [],
      text: '',
    };
    this.#open.at(-1)?.children.push(element);
    this.root ??= element;
    this.#open.push(element);
  }

  say(part: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += part;
  }

  close(): void {
    const element = this.#open.pop();
    if (element !== undefined) element.text = element.children.length > 0 ? '' : element.text.trim();
  }
}

const latin = /^(iso-8859-1|windows-1252|latin1)$/;
const unicode = /^(utf-8|us-ascii)$/;

/** The declaration is in ASCII in every encoding that is read. */
function decoded(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const encoding = (
    /^[^<]{0,3}<\?xml[^>]*\bencoding=["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  ).toLowerCase();
  if (!latin.test(encoding) && !unicode.test(encoding))
    throw new Unreadable('its encoding is neither UTF-8 nor ISO-8859-1');
  try {
    return new TextDecoder(latin.test(encoding) ? 'latin1' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable('its bytes are not in the encoding that it declares');
  }
}

/** The first element at the end of a path of names. */
export function find(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce((at, name) => at?.children.find((child) => child.name === name), element);
}

export function findAll(element: Element | undefined, name: string): readonly Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text at the end of a path; null if it is not there or empty. */
export function textAt(element: Element | undefined, ...path: readonly string[]): string | null {
  return find(element, ...path)?.text || null;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** An element with a text. */
export function leaf(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>${escaped(text)}</${name}>`;
}

/** An element with children, without those that are absent. */
export function branch(name: string, ...children: readonly (string | undefined)[]): string {
  return `<${name}>${children.filter((child) => child !== undefined).join('')}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
}
