<?php

declare(strict_types=1);

require 'load.php';

use GuzzleHttp\Client;
use Payments\Api\CheckoutApi;
use Payments\Api\TransactionsApi;
use Payments\ApiException;
use Payments\Configuration;
use Payments\Model\CreateCheckoutRequest;
use Payments\Model\NotFoundFailure;
use Payments\Model\Transaction;

$configuration = (new Configuration())
    ->setHost(getenv('SERVICE_URL'))
    ->setAccessToken(getenv('SERVICE_KEY'));
$checkouts = new CheckoutApi(new Client(), $configuration);
$transactions = new TransactionsApi(new Client(), $configuration);

$created = $checkouts->createCheckout(new CreateCheckoutRequest([
    'amount' => '25.50',
    'currency' => 'USD',
    'merchant_transaction_id' => getenv('REFERENCE'),
    'return_url' => 'https://shop.example/return',
    'notification_url' => 'https://shop.example/hook',
]))->getData();
$read = $checkouts->getCheckoutStatus($created->getCheckoutId())->getData();

$pages = [];
$cursor = null;
do {
    $page = $transactions->listTransactions(limit: (int) getenv('PAGE_SIZE'), cursor: $cursor)->getData();
    $pages[] = $page->getItems();
    $cursor = $page->getNextCursor();
} while ($cursor !== null);

$linksOf = static function (string $type) use ($pages): array {
    $found = array_filter(array_merge(...$pages), static fn (Transaction $each) => $each->getType() === $type);
    $first = reset($found);
    return ['id' => $first->getId(), 'checkout_id' => $first->getCheckoutId()];
};

$failure = null;
try {
    $checkouts->getCheckoutStatus('chk_' . str_repeat('0', 32));
} catch (ApiException $refused) {
    $body = $refused->getResponseObject();
    assert($body instanceof NotFoundFailure);
    $failure = ['status' => $refused->getCode(), 'code' => $body->getCode()];
}

echo json_encode([
    'created' => ['checkout_id' => $created->getCheckoutId(), 'requires_polling' => $created->getRequiresPolling()],
    'read' => [
        'checkout_id' => $read->getCheckoutId(),
        'status' => $read->getStatus(),
        'amount' => $read->getAmount(),
        'payment_method' => $read->getPaymentMethod(),
    ],
    'pages' => array_map(
        static fn (array $page) => array_map(static fn (Transaction $each) => $each->getId(), $page),
        $pages,
    ),
    'payment' => $linksOf('payment'),
    'payout' => $linksOf('payout'),
    'failure' => $failure,
]), "\n";
