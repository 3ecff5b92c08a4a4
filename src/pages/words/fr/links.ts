import type {
  closedWords as englishClosed,
  linkWords as englishLink,
  startAgainWords as englishStartAgain,
} from '../en/links.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const linkWords: Translated<typeof englishLink> = {
  contact: 'Vos coordonnées (facultatif)',
  name: { label: 'Votre nom', hint: 'Communiqué au marchand' },
  email: { label: 'E-mail', hint: 'Communiqué au marchand' },
  phone: { label: 'Téléphone', hint: 'Par exemple 0771234567' },
  scan: 'Payer sur un autre téléphone',
  qr: 'Scannez pour payer',
  again: 'Retour au lien de paiement',
  errors: {
    name: 'Saisissez votre nom en 120 lettres au plus, ou laissez le champ vide.',
    email: 'Saisissez une adresse e-mail comme name@example.com, ou laissez le champ vide.',
    phone: 'Saisissez un numéro de téléphone comme 0771234567, ou laissez le champ vide.',
  },
};

export const startAgainWords: Translated<typeof englishStartAgain> = {
  checkout: (merchant) => `Retournez chez ${merchant} pour recommencer.`,
  payment_link: () => 'Retournez au lien de paiement pour recommencer.',
  virtual_terminal_session: (merchant) => `Demandez à ${merchant} de recommencer.`,
  invoice: () => 'Retournez à la facture pour recommencer.',
};

export const closedWords: Translated<typeof englishClosed> = {
  open: { title: 'Payer', text: (merchant) => `Vous pouvez payer ${merchant} ici.` },
  busy: {
    title: 'Un paiement est en cours',
    text: (merchant) =>
      `Un paiement à ${merchant} est en cours ici : le vôtre depuis une autre page, ou celui de quelqu’un d’autre. Ne payez pas de nouveau maintenant. Si ce paiement échoue, cette page rouvre dans quelques minutes.`,
  },
  paused: {
    title: 'Les paiements sont suspendus',
    text: (merchant) =>
      `${merchant} a suspendu les paiements à cette adresse. Aucun montant ne vous a été débité cette fois-ci. Réessayez plus tard ou demandez à ${merchant}.`,
  },
  expired: {
    title: 'Ce lien a expiré',
    text: (merchant) =>
      `Le délai pour payer ici est écoulé. Aucun montant ne vous a été débité cette fois-ci. Demandez un nouveau lien à ${merchant}.`,
  },
  exhausted: {
    title: 'Ce lien est épuisé',
    text: (merchant) =>
      `${merchant} a reçu tous les paiements que ce lien permet. Aucun montant ne vous a été débité cette fois-ci. Demandez un nouveau lien à ${merchant}.`,
  },
  suspended: {
    title: 'Les paiements sont impossibles',
    text: (merchant) =>
      `${merchant} ne peut pas accepter de paiements pour le moment. Aucun montant ne vous a été débité cette fois-ci. Adressez-vous à ${merchant}.`,
  },
  paid: {
    title: 'Cette facture est payée',
    text: (merchant) => `Cette facture de ${merchant} est payée. Il ne reste rien à payer.`,
  },
  void: {
    title: 'Cette facture a été retirée',
    text: (merchant) =>
      `${merchant} a retiré cette facture. Il n’y a rien à payer. Aucun montant n’a été débité.`,
  },
  deactivated: {
    title: 'Ce lien est fermé',
    text: (merchant) =>
      `${merchant} n’accepte plus de paiements à cette adresse. Aucun montant ne vous a été débité cette fois-ci. Demandez un nouveau lien à ${merchant}.`,
  },
};
