import type { Words } from '../en/words.ts';
import { formWords } from './forms.ts';
import { invoiceWords } from './invoices.ts';
import { closedWords, linkWords, startAgainWords } from './links.ts';
import { refusals } from './refusals.ts';
import { setupWords } from './saved-cards.ts';

/** Every text that a customer reads, in French. Draft: to be reviewed by a native speaker. Decision 0095. */
export const words: Words = {
  language: 'fr',
  lang: 'fr',
  secure: 'Paiement sécurisé',
  testBanner: 'Paiement de test : aucun argent ne circule',
  poweredBy: 'Propulsé par Merchant Payments',
  privacy: 'Les données de votre carte sont transmises à la banque et ne sont pas conservées.',
  help: (merchant, quote) =>
    quote === undefined
      ? `Des questions ? Adressez-vous à ${merchant}.`
      : `Des questions ? Adressez-vous à ${merchant} en indiquant ${quote}.`,
  languages: 'Langues',

  payTo: (merchant) => `Payer ${merchant}`,
  reference: 'Référence',
  description: 'Objet',
  timeLeft: 'Temps restant',
  closes: (seconds) => `Cette page se ferme dans ${seconds} secondes.`,
  ...formWords,

  wait: {
    title: 'Approuvez sur votre téléphone',
    steps: (phone) => [
      phone === '' ? 'Regardez votre téléphone.' : `Regardez votre téléphone ${phone}.`,
      'Saisissez le code PIN de votre portefeuille.',
      'Revenez ici.',
    ],
    left: 'Temps restant pour approuver',
    checkNow: 'J’ai approuvé, vérifier maintenant',
    noPrompt: 'Aucune demande sur votre téléphone ?',
    checks: [
      'Vérifiez que le numéro ci-dessus est le bon.',
      'Vérifiez que le solde du portefeuille suffit.',
      'Vérifiez que le téléphone est allumé et qu’il capte.',
      'Attendez la fin de cet essai avant d’en commencer un autre.',
    ],
    announce: (seconds) => `Encore ${seconds} secondes pour approuver.`,
  },
  challenge: {
    title: 'Confirmez ce paiement',
    text: 'Votre banque vous demande de confirmer ce paiement. Rien n’est débité avant.',
    merchant: 'Marchand',
    card: 'Carte',
    authorise: 'Autoriser',
    authorising: 'Autorisation …',
    fail: 'Échouer',
  },
  bank: {
    title: 'En attente de votre banque',
    text: 'Votre banque n’a pas encore répondu. Gardez cette page ouverte : elle affichera le résultat. Ne payez pas une deuxième fois.',
    checkNow: 'Vérifier maintenant',
  },
  unknown: {
    title: 'Nous ne savons pas encore',
    card: 'Nous ne savons pas encore si votre paiement a abouti. Ne payez pas une deuxième fois. Cette page affichera le résultat.',
    wallet: (merchant) =>
      `Nous n’avons pas encore de réponse de votre portefeuille. Si vous avez approuvé, ${merchant} en sera informé automatiquement. Ne payez pas une deuxième fois avant d’avoir vu le résultat.`,
    checkAgain: 'Vérifier à nouveau',
  },
  receipt: {
    title: 'Paiement reçu',
    amount: 'Montant',
    merchant: 'Payé à',
    method: 'Payé avec',
    time: 'Date et heure',
    transaction: 'Transaction',
    late: 'Votre approbation est arrivée après la fin du délai. Le paiement compte quand même.',
    going: (merchant, seconds) => `Vous retournerez chez ${merchant} dans ${seconds} secondes.`,
    stay: 'Rester sur cette page',
    endsIn: (digits) => `se terminant par ${digits}`,
  },
  held: {
    hold: (amount) => `Réserver ${amount}`,
    before: (merchant) =>
      `Le montant est réservé sur votre carte, pas débité. ${merchant} peut le débiter, en tout ou en partie, dans les 7 jours.`,
    title: 'Montant réservé',
    text: (merchant) =>
      `Le montant est réservé sur votre carte, pas débité. Si ${merchant} ne le débite pas dans les 7 jours, il est libéré.`,
    merchant: 'Réservé pour',
    released: {
      title: 'Montant libéré',
      text: 'Le montant n’est plus réservé sur votre carte. Aucun montant n’a été débité.',
    },
  },
  goOn: (merchant) => `Continuer vers ${merchant}`,
  goBack: (merchant) => `Retourner chez ${merchant}`,

  expired: {
    title: 'Paiement expiré',
    undecided: (merchant) =>
      `Ce paiement a expiré, et nous ne connaissons pas encore le résultat. Si vous avez approuvé, ${merchant} en sera informé automatiquement et cette page affichera le reçu. Ne payez pas une deuxième fois avant d’avoir vu le résultat.`,
  },
  aborted: {
    title: 'Paiement annulé',
    undecided:
      'Ce paiement a été arrêté. Si vous approuvez quand même sur votre téléphone, l’argent vous sera rendu.',
    undecidedCard:
      'Ce paiement a été arrêté. Si votre banque débite quand même le montant, il vous sera rendu.',
  },
  failed: { title: 'Paiement non effectué' },
  refusals,
  startAgain: startAgainWords,
  returned: 'Votre approbation est arrivée trop tard ; votre argent est en train de vous être rendu.',
  link: linkWords,
  invoice: invoiceWords,
  setup: setupWords,
  closed: closedWords,
  notFound: {
    title: 'Page introuvable',
    text: 'Il n’y a pas de paiement à cette adresse, ou il est trop ancien pour être affiché. Vérifiez l’adresse ou demandez-en une nouvelle à la boutique.',
  },
  tooMany: {
    title: 'Trop de demandes',
    text: (seconds) =>
      `Cette page a été ouverte trop souvent. Cela ne change rien à votre paiement. Réessayez dans ${seconds === 1 ? '1 seconde' : `${seconds} secondes`}.`,
  },
  noWayForAmount: {
    title: 'Ce montant ne peut pas être payé ici',
    text: 'Pour le moment, aucun moyen de paiement n’accepte ce montant. Aucun montant n’a été débité. Demandez à la boutique comment payer.',
  },
  badForm: {
    title: 'Formulaire incompréhensible',
    text: 'Le formulaire n’a pas pu être lu. Aucun montant n’a été débité. Revenez en arrière et réessayez.',
  },
  unavailable: {
    title: 'Brièvement indisponible',
    text: 'Le service est brièvement indisponible. Rien n’a été débité deux fois. Réessayez dans un instant.',
  },
  bug: {
    title: 'Une erreur s’est produite',
    text: (requestId) =>
      `Une erreur s’est produite de notre côté. Rien n’a été débité deux fois. Indiquez ${requestId}.`,
  },

  test: {
    title: 'Numéros de test',
    session: 'Session de test',
    text: 'Vous êtes dans l’environnement de test. Le numéro choisit le résultat. Utilisez une date d’expiration future et trois chiffres quelconques comme code de sécurité.',
    cards: 'Cartes de test',
    phones: 'Téléphones de test',
    number: 'Numéro',
    outcome: 'Résultat',
    use: 'Utiliser',
    useNumber: (number) => `Utiliser : ${number}`,
    expire: 'Faire expirer cette session maintenant',
    seconds: (seconds) => (seconds === 0 ? 'immédiatement' : `après ${seconds} s`),
  },
};
