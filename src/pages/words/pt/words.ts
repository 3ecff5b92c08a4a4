import type { Words } from '../en/words.ts';
import { formWords } from './forms.ts';
import { invoiceWords } from './invoices.ts';
import { closedWords, linkWords, startAgainWords } from './links.ts';
import { refusals } from './refusals.ts';
import { setupWords } from './saved-cards.ts';

/** Every text that a customer reads, in Portuguese. Draft: to be reviewed by a native speaker. Decision 0095. */
export const words: Words = {
  language: 'pt-PT',
  lang: 'pt',
  secure: 'Pagamento seguro',
  testBanner: 'Pagamento de teste: não há movimento de dinheiro',
  poweredBy: 'Com tecnologia Merchant Payments',
  privacy: 'Os dados do seu cartão vão para o banco e não são guardados.',
  help: (merchant, quote) =>
    quote === undefined
      ? `Dúvidas? Pergunte a ${merchant}.`
      : `Dúvidas? Pergunte a ${merchant} e indique ${quote}.`,
  languages: 'Línguas',

  payTo: (merchant) => `Pagar a ${merchant}`,
  reference: 'Referência',
  description: 'Motivo',
  timeLeft: 'Tempo restante',
  closes: (seconds) => `Esta página fecha dentro de ${seconds} segundos.`,
  ...formWords,

  wait: {
    title: 'Aprove no seu telefone',
    steps: (phone) => [
      phone === '' ? 'Olhe para o seu telefone.' : `Olhe para o seu telefone ${phone}.`,
      'Introduza o PIN da sua carteira.',
      'Volte aqui.',
    ],
    left: 'Tempo restante para aprovar',
    checkNow: 'Já aprovei, verificar agora',
    noPrompt: 'Não recebeu um pedido no telefone?',
    checks: [
      'Verifique se o número acima está certo.',
      'Verifique se a carteira tem saldo suficiente.',
      'Verifique se o telefone está ligado e com rede.',
      'Espere que esta tentativa termine antes de começar outra.',
    ],
    announce: (seconds) => `Faltam ${seconds} segundos para aprovar.`,
  },
  challenge: {
    title: 'Confirme este pagamento',
    text: 'O seu banco pede-lhe que confirme este pagamento. Nada é cobrado antes disso.',
    merchant: 'Comerciante',
    card: 'Cartão',
    authorise: 'Autorizar',
    authorising: 'A autorizar …',
    fail: 'Falhar',
  },
  bank: {
    title: 'À espera do seu banco',
    text: 'O seu banco ainda não respondeu. Mantenha esta página aberta: ela mostrará o resultado. Não pague outra vez.',
    checkNow: 'Verificar agora',
  },
  unknown: {
    title: 'Ainda não sabemos',
    card: 'Ainda não sabemos se o seu pagamento foi feito. Não pague outra vez. Esta página mostrará o resultado.',
    wallet: (merchant) =>
      `Ainda não temos resposta da sua carteira. Se aprovou, ${merchant} será informado automaticamente. Não pague outra vez até ver o resultado.`,
    checkAgain: 'Verificar novamente',
  },
  receipt: {
    title: 'Pagamento recebido',
    amount: 'Valor',
    merchant: 'Pago a',
    method: 'Pago com',
    time: 'Data e hora',
    transaction: 'Transação',
    late: 'A sua aprovação chegou depois do fim do prazo. O pagamento conta na mesma.',
    going: (merchant, seconds) => `Voltará a ${merchant} dentro de ${seconds} segundos.`,
    stay: 'Ficar nesta página',
    endsIn: (digits) => `terminado em ${digits}`,
  },
  held: {
    hold: (amount) => `Reservar ${amount}`,
    before: (merchant) =>
      `O valor fica reservado no seu cartão, não é cobrado. ${merchant} pode cobrá-lo, na totalidade ou em parte, no prazo de 7 dias.`,
    title: 'Valor reservado',
    text: (merchant) =>
      `O valor está reservado no seu cartão, não foi cobrado. Se ${merchant} não o cobrar no prazo de 7 dias, é libertado.`,
    merchant: 'Reservado para',
    released: {
      title: 'Valor libertado',
      text: 'O valor já não está reservado no seu cartão. Não foi cobrado nenhum valor.',
    },
  },
  goOn: (merchant) => `Continuar para ${merchant}`,
  goBack: (merchant) => `Voltar a ${merchant}`,

  expired: {
    title: 'Pagamento expirado',
    undecided: (merchant) =>
      `Este pagamento expirou, e ainda não sabemos o resultado. Se aprovou, ${merchant} será informado automaticamente e esta página mostrará o recibo. Não pague outra vez até ver o resultado.`,
  },
  aborted: {
    title: 'Pagamento cancelado',
    undecided:
      'Este pagamento foi interrompido. Se mesmo assim aprovar no seu telefone, o dinheiro ser-lhe-á devolvido.',
    undecidedCard:
      'Este pagamento foi interrompido. Se mesmo assim o seu banco cobrar o valor, este ser-lhe-á devolvido.',
  },
  failed: { title: 'Pagamento não efetuado' },
  refusals,
  startAgain: startAgainWords,
  returned: 'A sua aprovação chegou tarde demais; o dinheiro está a ser-lhe devolvido.',
  link: linkWords,
  invoice: invoiceWords,
  setup: setupWords,
  closed: closedWords,
  notFound: {
    title: 'Página não encontrada',
    text: 'Não há nenhum pagamento neste endereço, ou é demasiado antigo para ser mostrado. Verifique o endereço ou peça um novo à loja.',
  },
  tooMany: {
    title: 'Demasiados pedidos',
    text: (seconds) =>
      `Esta página foi aberta demasiadas vezes. Isso não altera nada no seu pagamento. Tente novamente dentro de ${seconds === 1 ? '1 segundo' : `${seconds} segundos`}.`,
  },
  noWayForAmount: {
    title: 'Este valor não pode ser pago aqui',
    text: 'De momento, nenhum meio de pagamento aceita este valor. Não foi cobrado nenhum valor. Pergunte à loja como pagar.',
  },
  badForm: {
    title: 'Formulário não compreendido',
    text: 'Não foi possível ler o formulário. Não foi cobrado nenhum valor. Volte atrás e tente novamente.',
  },
  unavailable: {
    title: 'Indisponível por instantes',
    text: 'O serviço está indisponível por instantes. Nada foi cobrado duas vezes. Tente novamente dentro de momentos.',
  },
  bug: {
    title: 'Algo falhou',
    text: (requestId) => `Algo falhou do nosso lado. Nada foi cobrado duas vezes. Indique ${requestId}.`,
  },

  test: {
    title: 'Números de teste',
    session: 'Sessão de teste',
    text: 'Este é o ambiente de teste. O número escolhe o resultado. Use qualquer data de validade futura e três dígitos quaisquer como código de segurança.',
    cards: 'Cartões de teste',
    phones: 'Telefones de teste',
    number: 'Número',
    outcome: 'Resultado',
    use: 'Usar este',
    useNumber: (number) => `Usar este: ${number}`,
    expire: 'Expirar esta sessão agora',
    seconds: (seconds) => (seconds === 0 ? 'de imediato' : `após ${seconds} s`),
  },
};
