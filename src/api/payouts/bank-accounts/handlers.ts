import {
  addBankAccount,
  deleteBankAccount as forget,
} from '../../../domain/payouts/bank-accounts/change-accounts.ts';
import { findBankAccounts } from '../../../domain/payouts/bank-accounts/queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { bankAccountView } from './view.ts';

export const createBankAccount: Handler<'createBankAccount'> = async (call) => {
  const { type, label, bank_name: bankName, bank_account_number: accountNumber } = call.body;
  const { bank_account_name: accountName, bank_branch_code: branchCode } = call.body;
  const { mobile_money_provider: provider, mobile_money_number: phone } = call.body;
  const fields = { bankName, accountNumber, accountName, branchCode, provider, phone };
  return call.reply(201, bankAccountView(await addBankAccount(call, { type, fields, label })));
};

export const listBankAccounts: Handler<'listBankAccounts'> = async (call) => {
  const accounts = await findPage(call.query, (page) => findBankAccounts(call.db, call.merchant.id, page));
  return call.reply(200, showPage(accounts, bankAccountView));
};

export const deleteBankAccount: Handler<'deleteBankAccount'> = async (call) => {
  await forget(call, call.params.id);
  return call.reply(200, { deleted: true });
};
