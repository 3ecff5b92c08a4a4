import { deletePaymentMethod as deleteMethod } from '../../../domain/payers/payment-methods/delete-payment-method.ts';
import { findPaymentMethod, findPaymentMethods } from '../../../domain/payers/payment-methods/queries.ts';
import { openSetup } from '../../../domain/payers/payment-methods/setup-page.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { paymentMethodView, setupView } from './view.ts';

export const setupPaymentMethod: Handler<'setupPaymentMethod'> = async (call) => {
  const { customer_id, return_url: returnUrl } = call.body;
  const { appId } = call.principal;
  const method = await openSetup(call, { appId, customerId: readId('cus', customer_id), returnUrl });
  return call.reply(201, setupView(call.ctx, method));
};

export const listPaymentMethods: Handler<'listPaymentMethods'> = async (call) => {
  const { customer_id } = call.query;
  const customerId = customer_id && readId('cus', customer_id);
  const methods = await findPage(call.query, (page) =>
    findPaymentMethods(call.db, call.merchant.id, { customerId }, page),
  );
  return call.reply(200, showPage(methods, paymentMethodView));
};

export const getPaymentMethod: Handler<'getPaymentMethod'> = async (call) => {
  const method = await findPaymentMethod(call.db, call.merchant.id, readId('pm', call.params.id));
  if (!method) throw notFound('pm');
  return call.reply(200, paymentMethodView(method));
};

export const deletePaymentMethod: Handler<'deletePaymentMethod'> = async (call) => {
  await deleteMethod(call, readId('pm', call.params.id));
  return call.reply(200, { deleted: true });
};
