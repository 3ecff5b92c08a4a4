import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { CreatedMerchant } from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { type Api, apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { type Ended, mpsHere } from '../mps.ts';

/** A merchant with a service, and the commands they type. */
export type Desk = {
  readonly app: App;
  readonly merchant: CreatedMerchant;
  readonly api: Api;
  readonly env: Readonly<Record<string, string>>;
  readonly mps: (verb: string, more?: Readonly<Record<string, string>>) => Promise<Ended>;
};

/** Opens a service for this file. Commands know nothing of the person's own profiles. */
export function deskForFile(): () => Desk {
  let opened: Desk | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'mps-test-'));
  beforeAll(async () => {
    const app = await startApp();
    const merchant = await app.aMerchant();
    const env = {
      XDG_CONFIG_HOME: folder,
      DATA_DIR: folder,
      MPS_API_KEY: merchant.secretKey,
      MPS_BASE_URL: app.baseUrl,
      NO_COLOR: '1',
    };
    const mps = (verb: string, more = {}) => mpsHere(verb, { ...env, ...more });
    opened = { app, merchant, api: apiOf(app.baseUrl, merchant.secretKey), env, mps };
  });
  afterAll(async () => {
    await opened?.app.stop();
    rmSync(folder, { recursive: true });
  });
  return () => {
    if (!opened) throw new Error('the desk is opened before the first test');
    return opened;
  };
}
