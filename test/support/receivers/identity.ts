import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A self-signed certificate and its key, both PEM. */
export type Identity = { readonly cert: string; readonly key: string };

type About = {
  /** The end of its validity in ASN.1 notation. */
  readonly lastDay?: string;
  /** The common name; certificates in one trust store need different ones. */
  readonly commonName?: string;
  /** True: it may sign others. */
  readonly isAuthority?: boolean;
  /** Who signs it. Absent: it is signed by itself. */
  readonly signedBy?: Authority;
};

/** A certificate that may sign others. */
type Authority = Identity & { readonly commonName: string };

/** A private authority: it is trusted only where its certificate is named. */
export function anAuthority(commonName: string): Authority {
  return { ...anIdentity(commonName, { isAuthority: true }), commonName };
}

/** A certificate for a host name or an IPv4 address. Encoded by hand: Node can sign, but cannot build X.509. */
export function anIdentity(name: string, about: About = {}): Identity {
  const { lastDay = '20990101000000Z', commonName = name, isAuthority = false, signedBy } = about;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const constraints = isAuthority ? [extension('551d13', sequence(der(0x01, Buffer.from([0xff]))))] : [];
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    named(signedBy?.commonName ?? commonName),
    sequence(der(0x18, Buffer.from('20000101000000Z')), der(0x18, Buffer.from(lastDay))),
    named(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames(name), ...constraints)),
  );
  const signed = sign('sha256', content, signedBy?.key ?? privateKey);
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), signed]));
  const base64 = sequence(content, ecdsaWithSha256, signature).toString('base64');
  const cert = `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
}

function named(commonName: string): Buffer {
  return sequence(
    der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(commonName)))),
  );
}

function alternativeNames(name: string): Buffer {
  const address = isIPv4(name) ? Buffer.from(name.split('.').map(Number)) : undefined;
  return extension('551d11', sequence(address ? der(0x87, address) : der(0x82, Buffer.from(name))));
}

function extension(identifier: string, value: Buffer): Buffer {
  return sequence(der(0x06, Buffer.from(identifier, 'hex')), der(0x04, value));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
