import { qrSvg } from '../../../platform/qr.ts';
import { type Html, html, trusted } from '../../html.ts';

/** A secret as a QR code for an authenticator app. @param title plain text without markup */
export function secretQrCode(address: string, title: string): Html {
  return html`<div class="qr">${trusted(qrSvg(address, title, true))}</div>`;
}

/** An address as a QR code. @param title plain text without markup */
export function qrCode(address: string, title: string): Html {
  return html`<div class="qr">${trusted(qrSvg(address, title))}</div>`;
}
