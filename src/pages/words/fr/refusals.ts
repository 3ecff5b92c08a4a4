import type { refusals as english } from '../en/refusals.ts';
import type { Translated } from '../translated.ts';

// Draft: to be reviewed by a native speaker.
export const refusals: Translated<typeof english> = {
  CARD_DECLINED: 'Votre banque a refusé votre carte. Aucun montant n’a été débité. Essayez une autre carte.',
  CARD_INSUFFICIENT_FUNDS:
    'Le solde de cette carte est insuffisant. Aucun montant n’a été débité. Essayez une autre carte.',
  CARD_EXPIRED:
    'Votre banque indique que cette carte a expiré. Aucun montant n’a été débité. Essayez une autre carte.',
  CARD_CVV_INVALID:
    'Le code de sécurité est faux. Aucun montant n’a été débité. Vérifiez le code sur la carte et réessayez.',
  CARD_BLOCKED:
    'Cette carte est bloquée. Aucun montant n’a été débité. Adressez-vous à votre banque ou essayez une autre carte.',
  CARD_NOT_TEST_CARD:
    'Ceci est une page de test : utilisez un numéro de carte de test. Aucun montant n’a été débité. Les numéros se trouvent sous « Numéros de test » ci-dessous.',
  GATEWAY_TIMEOUT: 'Votre banque n’a pas répondu à temps. Aucun montant n’a été débité. Réessayez.',
  WALLET_CANCELLED:
    'La demande a été refusée sur le téléphone. Aucun montant n’a été débité. Réessayez quand vous serez prêt.',
  WALLET_WRONG_PIN:
    'Le code PIN était faux trois fois. Aucun montant n’a été débité. Vérifiez votre code PIN et réessayez.',
  WALLET_INSUFFICIENT_FUNDS:
    'Le solde du portefeuille est insuffisant. Aucun montant n’a été débité. Rechargez-le ou payez autrement.',
  WALLET_TIMEOUT:
    'La demande n’a pas été approuvée à temps. Aucun montant n’a été débité. Gardez votre téléphone à portée de main et réessayez.',
  WALLET_UNREACHABLE:
    'Votre téléphone était injoignable. Aucun montant n’a été débité. Vérifiez qu’il est allumé et qu’il capte, puis réessayez plus tard.',
  WALLET_LIMIT_EXCEEDED:
    'Le paiement dépasse le plafond de votre portefeuille. Aucun montant n’a été débité. Payez autrement ou réessayez plus tard.',
  AMOUNT_MISMATCH:
    'Le montant payé n’est pas le montant demandé. Votre argent est en train de vous être rendu.',
  ATTEMPTS_EXHAUSTED: 'Le paiement a été refusé cinq fois. Aucun montant n’a été débité.',
  CAPTURE_REJECTED: 'Votre banque ne réserve plus le montant. Aucun montant n’a été débité.',
  CHECKOUT_ABORTED: 'La boutique a annulé ce paiement. Aucun montant n’a été débité.',
  CHECKOUT_CANCELLED: 'Annulé. Aucun montant n’a été débité.',
  CHECKOUT_EXPIRED: 'Ce paiement a expiré. Aucun montant n’a été débité.',
};
