package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"clients/client"
)

func main() {
	ctx := context.Background()
	asMerchant := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("SERVICE_KEY"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv("SERVICE_URL"), client.WithRequestEditorFn(asMerchant))
	orFail(err)

	opened, err := api.CreateCheckoutWithResponse(ctx, nil, client.CreateCheckoutRequest{
		Amount:                "25.50",
		Currency:              client.CurrencyInput("USD"),
		MerchantTransactionId: os.Getenv("REFERENCE"),
		ReturnUrl:             "https://shop.example/return",
		NotificationUrl:       "https://shop.example/hook",
	})
	orFail(err)
	created := opened.JSON201.Data

	shown, err := api.GetCheckoutStatusWithResponse(ctx, created.CheckoutId, nil)
	orFail(err)
	read := shown.JSON200.Data

	size, err := strconv.Atoi(os.Getenv("PAGE_SIZE"))
	orFail(err)
	var pages [][]string
	var payment, payout client.Transaction
	for cursor, more := (*client.Cursor)(nil), true; more; more = cursor != nil {
		page, err := api.ListTransactionsWithResponse(ctx, &client.ListTransactionsParams{Limit: &size, Cursor: cursor})
		orFail(err)
		var ids []string
		for _, item := range page.JSON200.Data.Items {
			ids = append(ids, item.Id)
			if item.Type == client.TransactionType("payment") && payment.Id == "" {
				payment = item
			}
			if item.Type == client.TransactionType("payout") {
				payout = item
			}
		}
		pages = append(pages, ids)
		cursor = page.JSON200.Data.NextCursor
	}

	failed, err := api.GetCheckoutStatusWithResponse(ctx, "chk_"+strings.Repeat("0", 32), nil)
	orFail(err)

	orFail(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"created": map[string]any{"checkout_id": created.CheckoutId, "requires_polling": created.RequiresPolling},
		"read": map[string]any{
			"checkout_id":    read.CheckoutId,
			"status":         read.Status,
			"amount":         read.Amount,
			"payment_method": read.PaymentMethod,
		},
		"pages":   pages,
		"payment": map[string]any{"id": payment.Id, "checkout_id": payment.CheckoutId},
		"payout":  map[string]any{"id": payout.Id, "checkout_id": payout.CheckoutId},
		"failure": map[string]any{"status": failed.StatusCode(), "code": failed.JSON404.Code},
	}))
}

func orFail(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
