import type { formWords as english } from '../en/forms.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const formWords: Translated<typeof english> = {
  howToPay: 'Como deseja pagar?',
  notYet: (methods) => `Ainda não disponível: ${methods.join(', ')}`,
  notForAmount: (methods) => `Não para este valor: ${methods.join(', ')}`,
  methods: {
    card: 'Cartão',
    domestic_switch: 'Cartão da rede nacional',
    wallet_a: 'Carteira móvel A',
    wallet_b: 'Carteira móvel B',
    wallet_c: 'Carteira móvel C',
  },
  brands: {
    visa: 'Visa',
    mastercard: 'Mastercard',
    amex: 'American Express',
    diners: 'Diners Club',
    discover: 'Discover',
    jcb: 'JCB',
    unionpay: 'UnionPay',
    maestro: 'Maestro',
    domestic_switch: 'Rede nacional',
    unknown: 'Cartão',
  },
  number: { label: 'Número do cartão', hint: 'O número longo na frente do cartão' },
  expiry: { label: 'Data de validade', hint: 'MM / AA' },
  holder: { label: 'Nome no cartão', hint: 'Tal como está impresso no cartão' },
  cvv: { label: 'Código de segurança', hint: '3 ou 4 dígitos' },
  phone: { label: 'Número de telefone da carteira', hint: 'Por exemplo 0771234567' },
  pay: (amount) => `Pagar ${amount}`,
  paying: 'A pagar …',
  cancel: 'Cancelar o pagamento',

  errors: {
    title: 'Há um problema',
    number: 'Introduza o número do cartão: 12 a 19 dígitos, como no cartão.',
    numberMistyped: 'Verifique o número do cartão: um dígito parece estar errado.',
    expiry: 'Introduza a data de validade, mês e ano, por exemplo 08 / 29.',
    expiryPast: 'Este cartão está fora da validade. Use outro cartão.',
    holder: 'Introduza o nome que está no cartão.',
    holderDigits: 'Introduza o nome que está no cartão, não um número.',
    cvv: (digits) => `Introduza o código de segurança: ${digits} dígitos.`,
    phone: 'Introduza o número de telefone de uma carteira, por exemplo 0771234567.',
    cardOfOther:
      'Este tipo de cartão não pode ser usado neste pagamento. Introduza o número de outro cartão.',
    phoneOfOther: 'Este número pertence a outra carteira. Introduza um número da carteira que escolheu.',
    noWallet:
      'Este número de telefone não tem uma carteira ativa. Não foi cobrado nenhum valor. Verifique o número ou pague de outra forma.',
    providerDown:
      'De momento não é possível contactar a carteira. Não foi cobrado nenhum valor. Tente novamente ou pague de outra forma.',
    bankDown:
      'De momento não é possível contactar o seu banco. Não foi cobrado nenhum valor. Tente novamente ou pague de outra forma.',
    tooManyPrompts:
      'Este telefone recebeu demasiados pedidos de pagamento. Não foi cobrado nenhum valor. Espere dez minutos ou pague de outra forma.',
    tooManyCards:
      'Foram recusados aqui demasiados cartões. Não foi cobrado nenhum valor. Espere dez minutos ou pague de outra forma.',
    method: 'Escolha como deseja pagar.',
    unreadable: 'Use apenas letras, dígitos e espaços.',
  },
  /** After a form whose outcome nobody knows, since something failed on our side. */
  lookFirst: {
    text: 'Se estava a pagar, não pague outra vez antes de ver o seu pagamento: a página dele mostra o resultado.',
    look: 'Ver o seu pagamento',
    back: 'Voltar à página',
  },
  refused: {
    title: 'Pagamento não efetuado',
    noMoney: 'Não foi cobrado nenhum valor.',
    triesLeft: (tries) => (tries === 1 ? 'Pode tentar mais uma vez.' : `Pode tentar mais ${tries} vezes.`),
  },
};
