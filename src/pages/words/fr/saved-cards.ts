import type { setupWords as english } from '../en/saved-cards.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const setupWords: Translated<typeof english> = {
  title: 'Enregistrer votre carte',
  askedBy: (merchant) => `${merchant} vous demande d’enregistrer une carte`,
  meaning: (merchant) =>
    `Votre carte est enregistrée pour vos prochains paiements à ${merchant}. Rien n’est débité maintenant.`,
  privacy: (merchant) =>
    `Votre carte est conservée par le prestataire de paiement. ${merchant} n’en voit que le type, les quatre derniers chiffres et la date d’expiration.`,
  save: 'Enregistrer la carte',
  saving: 'Enregistrement …',
  cancel: 'Ne pas enregistrer de carte',
  refused: 'Carte non enregistrée',
  saved: {
    title: 'Carte enregistrée',
    text: (merchant) =>
      `Elle servira à vos prochains paiements à ${merchant}. L’enregistrement n’a rien coûté. Pour la supprimer, adressez-vous à ${merchant}.`,
    card: 'Carte',
    ends: 'Valable jusqu’au',
    merchant: 'Enregistrée pour',
  },
  over: {
    SETUP_EXPIRED: {
      title: 'Cette page a expiré',
      text: (merchant) =>
        `Le délai pour enregistrer une carte ici est écoulé. Aucune carte n’a été enregistrée. Demandez une nouvelle page à ${merchant}.`,
    },
    SETUP_CANCELED: {
      title: 'Aucune carte enregistrée',
      text: () => 'Vous avez choisi de ne pas enregistrer de carte. Rien n’a été débité.',
    },
    ATTEMPTS_EXHAUSTED: {
      title: 'Aucune carte enregistrée',
      text: (merchant) =>
        `La carte a été refusée cinq fois. Rien n’a été débité. Demandez une nouvelle page à ${merchant}.`,
    },
    card: {
      title: 'Cette carte a expiré',
      text: (merchant) =>
        `Elle ne sera plus débitée. Demandez à ${merchant} comment enregistrer une autre carte.`,
    },
    deleted: {
      title: 'Cette carte a été supprimée',
      text: (merchant) => `${merchant} ne peut plus la débiter.`,
    },
  },
  refusals: {
    CARD_EXPIRED:
      'Votre banque indique que cette carte a expiré. Rien n’a été débité. Essayez une autre carte.',
    CARD_CVV_INVALID:
      'Le code de sécurité est faux. Rien n’a été débité. Vérifiez le code sur la carte et réessayez.',
    CARD_BLOCKED:
      'Cette carte est bloquée. Rien n’a été débité. Adressez-vous à votre banque ou essayez une autre carte.',
    CARD_NOT_TEST_CARD:
      'Ceci est une page de test : utilisez un numéro de carte de test. Rien n’a été débité. Les numéros se trouvent sous « Numéros de test » ci-dessous.',
    PROVIDER_UNAVAILABLE: 'Votre banque est injoignable pour le moment. Rien n’a été débité. Réessayez.',
    other: 'Votre banque n’a pas accepté cette carte. Rien n’a été débité. Essayez une autre carte.',
  },
  test: 'Cette page ne refuse que les cartes que la banque rejette aussitôt : card_expired, card_wrong_cvv et switch_blocked. Les autres sont enregistrées, et leur résultat se voit quand elles sont débitées. Une carte card_challenge enregistrée est alors refusée, car personne n’est là pour confirmer.',
};
