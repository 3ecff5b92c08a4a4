import { normalisePhone } from '../../../domain/money/wallets/phone.ts';
import { addCustomer } from '../../../domain/payers/customers/add-customer.ts';
import { editCustomer } from '../../../domain/payers/customers/edit-customer.ts';
import { forgetCustomer } from '../../../domain/payers/customers/forget-customer.ts';
import { findCustomer, findCustomers } from '../../../domain/payers/customers/queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { customerView } from './view.ts';

export const createCustomer: Handler<'createCustomer'> = async (call) => {
  const { name, email = null, phone, external_id: externalId = null } = call.body;
  const wanted = { name, email, phone: phone === undefined ? null : normalisePhone(phone), externalId };
  return call.reply(201, customerView(await addCustomer(call, wanted)));
};

export const listCustomers: Handler<'listCustomers'> = async (call) => {
  const { email, external_id: externalId } = call.query;
  const customers = await findPage(call.query, (page) =>
    findCustomers(call.db, call.merchant.id, { email, externalId }, page),
  );
  return call.reply(200, showPage(customers, customerView));
};

export const getCustomer: Handler<'getCustomer'> = async (call) => {
  const customer = await findCustomer(call.db, call.merchant.id, readId('cus', call.params.id));
  if (!customer) throw notFound('cus');
  return call.reply(200, customerView(customer));
};

export const updateCustomer: Handler<'updateCustomer'> = async (call) => {
  const { name, email, phone, external_id: externalId } = call.body;
  const changes = { name, email, phone: phone && normalisePhone(phone), externalId };
  return call.reply(200, customerView(await editCustomer(call, readId('cus', call.params.id), changes)));
};

export const deleteCustomer: Handler<'deleteCustomer'> = async (call) => {
  await forgetCustomer(call, readId('cus', call.params.id));
  return call.reply(200, { deleted: true });
};
