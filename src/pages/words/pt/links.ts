import type {
  closedWords as englishClosed,
  linkWords as englishLink,
  startAgainWords as englishStartAgain,
} from '../en/links.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const linkWords: Translated<typeof englishLink> = {
  contact: 'Os seus dados (opcional)',
  name: { label: 'O seu nome', hint: 'Mostrado ao comerciante' },
  email: { label: 'E-mail', hint: 'Mostrado ao comerciante' },
  phone: { label: 'Telefone', hint: 'Por exemplo 0771234567' },
  scan: 'Pagar noutro telefone',
  qr: 'Leia o código para pagar',
  again: 'Voltar ao link de pagamento',
  errors: {
    name: 'Introduza o seu nome com 120 letras no máximo, ou deixe o campo vazio.',
    email: 'Introduza um endereço de e-mail como name@example.com, ou deixe o campo vazio.',
    phone: 'Introduza um número de telefone como 0771234567, ou deixe o campo vazio.',
  },
};

export const startAgainWords: Translated<typeof englishStartAgain> = {
  checkout: (merchant) => `Volte a ${merchant} para recomeçar.`,
  payment_link: () => 'Volte ao link de pagamento para recomeçar.',
  virtual_terminal_session: (merchant) => `Peça a ${merchant} para recomeçar.`,
  invoice: () => 'Volte à fatura para recomeçar.',
};

export const closedWords: Translated<typeof englishClosed> = {
  open: { title: 'Pagar', text: (merchant) => `Pode pagar a ${merchant} aqui.` },
  busy: {
    title: 'Há um pagamento em curso',
    text: (merchant) =>
      `Há aqui um pagamento a ${merchant} em curso: o seu, noutra página, ou o de outra pessoa. Não pague outra vez agora. Se esse pagamento não se concretizar, esta página volta a abrir dentro de minutos.`,
  },
  paused: {
    title: 'Os pagamentos estão em pausa',
    text: (merchant) =>
      `${merchant} pôs em pausa os pagamentos neste endereço. Desta vez não lhe foi cobrado nenhum valor. Tente mais tarde ou pergunte a ${merchant}.`,
  },
  expired: {
    title: 'Este link expirou',
    text: (merchant) =>
      `O prazo para pagar aqui terminou. Desta vez não lhe foi cobrado nenhum valor. Peça um novo link a ${merchant}.`,
  },
  exhausted: {
    title: 'Este link está esgotado',
    text: (merchant) =>
      `${merchant} recebeu todos os pagamentos que este link permite. Desta vez não lhe foi cobrado nenhum valor. Peça um novo link a ${merchant}.`,
  },
  suspended: {
    title: 'Não é possível pagar',
    text: (merchant) =>
      `De momento ${merchant} não pode receber pagamentos. Desta vez não lhe foi cobrado nenhum valor. Pergunte a ${merchant}.`,
  },
  paid: {
    title: 'Esta fatura está paga',
    text: (merchant) => `Esta fatura de ${merchant} está paga. Não há mais nada a pagar.`,
  },
  void: {
    title: 'Esta fatura foi retirada',
    text: (merchant) => `${merchant} retirou esta fatura. Não há nada a pagar. Não foi cobrado nenhum valor.`,
  },
  deactivated: {
    title: 'Este link está fechado',
    text: (merchant) =>
      `${merchant} já não recebe pagamentos neste endereço. Desta vez não lhe foi cobrado nenhum valor. Peça um novo link a ${merchant}.`,
  },
};
