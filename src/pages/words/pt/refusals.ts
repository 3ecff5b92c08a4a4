import type { refusals as english } from '../en/refusals.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const refusals: Translated<typeof english> = {
  CARD_DECLINED: 'O seu banco recusou o cartão. Não foi cobrado nenhum valor. Tente outro cartão.',
  CARD_INSUFFICIENT_FUNDS:
    'O saldo deste cartão não é suficiente. Não foi cobrado nenhum valor. Tente outro cartão.',
  CARD_EXPIRED:
    'O seu banco indica que este cartão está fora da validade. Não foi cobrado nenhum valor. Tente outro cartão.',
  CARD_CVV_INVALID:
    'O código de segurança está errado. Não foi cobrado nenhum valor. Verifique o código no cartão e tente novamente.',
  CARD_BLOCKED:
    'Este cartão está bloqueado. Não foi cobrado nenhum valor. Pergunte ao seu banco ou tente outro cartão.',
  CARD_NOT_TEST_CARD:
    'Esta é uma página de teste: use um número de cartão de teste. Não foi cobrado nenhum valor. Os números estão em «Números de teste», mais abaixo.',
  GATEWAY_TIMEOUT: 'O seu banco não respondeu a tempo. Não foi cobrado nenhum valor. Tente novamente.',
  WALLET_CANCELLED:
    'O pedido foi recusado no telefone. Não foi cobrado nenhum valor. Tente novamente quando quiser.',
  WALLET_WRONG_PIN:
    'O PIN estava errado três vezes. Não foi cobrado nenhum valor. Verifique o seu PIN e tente novamente.',
  WALLET_INSUFFICIENT_FUNDS:
    'O saldo da carteira não é suficiente. Não foi cobrado nenhum valor. Carregue-a ou pague de outra forma.',
  WALLET_TIMEOUT:
    'O pedido não foi aprovado a tempo. Não foi cobrado nenhum valor. Tenha o telefone à mão e tente novamente.',
  WALLET_UNREACHABLE:
    'Não foi possível contactar o seu telefone. Não foi cobrado nenhum valor. Verifique se está ligado e com rede, e tente mais tarde.',
  WALLET_LIMIT_EXCEEDED:
    'O pagamento ultrapassa o limite da sua carteira. Não foi cobrado nenhum valor. Pague de outra forma ou tente mais tarde.',
  AMOUNT_MISMATCH: 'O valor pago não é o valor pedido. O dinheiro está a ser-lhe devolvido.',
  ATTEMPTS_EXHAUSTED: 'O pagamento foi recusado cinco vezes. Não foi cobrado nenhum valor.',
  CAPTURE_REJECTED: 'O seu banco já não reserva o valor. Não foi cobrado nenhum valor.',
  CHECKOUT_ABORTED: 'A loja cancelou este pagamento. Não foi cobrado nenhum valor.',
  CHECKOUT_CANCELLED: 'Cancelado. Não foi cobrado nenhum valor.',
  CHECKOUT_EXPIRED: 'Este pagamento expirou. Não foi cobrado nenhum valor.',
};
