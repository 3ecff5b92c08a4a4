import type { setupWords as english } from '../en/saved-cards.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const setupWords: Translated<typeof english> = {
  title: 'Guardar o seu cartão',
  askedBy: (merchant) => `${merchant} pede-lhe que guarde um cartão`,
  meaning: (merchant) =>
    `O seu cartão fica guardado para os próximos pagamentos a ${merchant}. Nada é cobrado agora.`,
  privacy: (merchant) =>
    `O seu cartão é guardado pelo prestador de pagamentos. ${merchant} vê apenas o tipo, os quatro últimos dígitos e a data de validade.`,
  save: 'Guardar o cartão',
  saving: 'A guardar …',
  cancel: 'Não guardar um cartão',
  refused: 'Cartão não guardado',
  saved: {
    title: 'Cartão guardado',
    text: (merchant) =>
      `Será usado nos próximos pagamentos a ${merchant}. Guardá-lo não custou nada. Para o remover, fale com ${merchant}.`,
    card: 'Cartão',
    ends: 'Válido até',
    merchant: 'Guardado para',
  },
  over: {
    SETUP_EXPIRED: {
      title: 'Esta página expirou',
      text: (merchant) =>
        `O prazo para guardar um cartão aqui terminou. Nenhum cartão foi guardado. Peça uma nova página a ${merchant}.`,
    },
    SETUP_CANCELED: {
      title: 'Nenhum cartão guardado',
      text: () => 'Escolheu não guardar um cartão. Nada foi cobrado.',
    },
    ATTEMPTS_EXHAUSTED: {
      title: 'Nenhum cartão guardado',
      text: (merchant) =>
        `O cartão foi recusado cinco vezes. Nada foi cobrado. Peça uma nova página a ${merchant}.`,
    },
    card: {
      title: 'Este cartão está fora da validade',
      text: (merchant) => `Não voltará a ser cobrado. Pergunte a ${merchant} como guardar outro cartão.`,
    },
    deleted: {
      title: 'Este cartão foi removido',
      text: (merchant) => `${merchant} já não o pode cobrar.`,
    },
  },
  refusals: {
    CARD_EXPIRED:
      'O seu banco indica que este cartão está fora da validade. Nada foi cobrado. Tente outro cartão.',
    CARD_CVV_INVALID:
      'O código de segurança está errado. Nada foi cobrado. Verifique o código no cartão e tente novamente.',
    CARD_BLOCKED:
      'Este cartão está bloqueado. Nada foi cobrado. Pergunte ao seu banco ou tente outro cartão.',
    CARD_NOT_TEST_CARD:
      'Esta é uma página de teste: use um número de cartão de teste. Nada foi cobrado. Os números estão em «Números de teste», mais abaixo.',
    PROVIDER_UNAVAILABLE:
      'De momento não é possível contactar o seu banco. Nada foi cobrado. Tente novamente.',
    other: 'O seu banco não aceitou este cartão. Nada foi cobrado. Tente outro cartão.',
  },
  test: 'Esta página só recusa os cartões que o banco rejeita de imediato: card_expired, card_wrong_cvv e switch_blocked. Os outros são guardados, e o resultado vê-se quando são cobrados. Um cartão card_challenge guardado é então recusado, porque ninguém está presente para confirmar.',
};
