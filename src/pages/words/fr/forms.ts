import type { formWords as english } from '../en/forms.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const formWords: Translated<typeof english> = {
  howToPay: 'Comment voulez-vous payer ?',
  notYet: (methods) => `Pas encore disponible : ${methods.join(', ')}`,
  notForAmount: (methods) => `Pas pour ce montant : ${methods.join(', ')}`,
  methods: {
    card: 'Carte',
    domestic_switch: 'Carte du réseau national',
    wallet_a: 'Portefeuille mobile A',
    wallet_b: 'Portefeuille mobile B',
    wallet_c: 'Portefeuille mobile C',
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
    domestic_switch: 'Réseau national',
    unknown: 'Carte',
  },
  number: { label: 'Numéro de carte', hint: 'Le long numéro au recto de la carte' },
  expiry: { label: 'Date d’expiration', hint: 'MM / AA' },
  holder: { label: 'Nom sur la carte', hint: 'Tel qu’il est imprimé sur la carte' },
  cvv: { label: 'Code de sécurité', hint: '3 ou 4 chiffres' },
  phone: { label: 'Numéro de téléphone du portefeuille', hint: 'Par exemple 0771234567' },
  pay: (amount) => `Payer ${amount}`,
  paying: 'Paiement en cours …',
  cancel: 'Annuler le paiement',

  errors: {
    title: 'Il y a un problème',
    number: 'Saisissez le numéro de carte : 12 à 19 chiffres, comme sur la carte.',
    numberMistyped: 'Vérifiez le numéro de carte : un chiffre semble faux.',
    expiry: 'Saisissez la date d’expiration, le mois puis l’année, par exemple 08 / 29.',
    expiryPast: 'Cette carte a expiré. Utilisez une autre carte.',
    holder: 'Saisissez le nom qui figure sur la carte.',
    holderDigits: 'Saisissez le nom qui figure sur la carte, pas un numéro.',
    cvv: (digits) => `Saisissez le code de sécurité : ${digits} chiffres.`,
    phone: 'Saisissez le numéro de téléphone d’un portefeuille, par exemple 0771234567.',
    cardOfOther: 'Ce type de carte ne peut pas servir à ce paiement. Saisissez le numéro d’une autre carte.',
    phoneOfOther:
      'Ce numéro appartient à un autre portefeuille. Saisissez un numéro du portefeuille que vous avez choisi.',
    noWallet:
      'Ce numéro de téléphone n’a pas de portefeuille actif. Aucun montant n’a été débité. Vérifiez le numéro ou payez autrement.',
    providerDown:
      'Le portefeuille est injoignable pour le moment. Aucun montant n’a été débité. Réessayez ou payez autrement.',
    bankDown:
      'Votre banque est injoignable pour le moment. Aucun montant n’a été débité. Réessayez ou payez autrement.',
    tooManyPrompts:
      'Trop de demandes de paiement ont été envoyées à ce téléphone. Aucun montant n’a été débité. Attendez dix minutes ou payez autrement.',
    tooManyCards:
      'Trop de cartes ont été refusées ici. Aucun montant n’a été débité. Attendez dix minutes ou payez autrement.',
    method: 'Choisissez comment vous voulez payer.',
    unreadable: 'Utilisez uniquement des lettres, des chiffres et des espaces.',
  },
  /** After a form whose outcome nobody knows, since something failed on our side. */
  lookFirst: {
    text: 'Si vous étiez en train de payer, ne payez pas de nouveau avant d’avoir consulté votre paiement : sa page affiche le résultat.',
    look: 'Consulter votre paiement',
    back: 'Retour à la page',
  },
  refused: {
    title: 'Paiement non effectué',
    noMoney: 'Aucun montant n’a été débité.',
    triesLeft: (tries) => (tries === 1 ? 'Il vous reste un essai.' : `Il vous reste ${tries} essais.`),
  },
};
