package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"strconv"
	"strings"

	"clients/client"
)

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("SERVICE_URL")}}
	api := client.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("SERVICE_KEY"))

	opened, _, err := api.CheckoutAPI.CreateCheckout(ctx).CreateCheckoutRequest(client.CreateCheckoutRequest{
		Amount:                "25.50",
		Currency:              client.CurrencyInput("USD"),
		MerchantTransactionId: os.Getenv("REFERENCE"),
		ReturnUrl:             "https://shop.example/return",
		NotificationUrl:       "https://shop.example/hook",
	}).Execute()
	orFail(err)
	created := opened.GetData()

	shown, _, err := api.CheckoutAPI.GetCheckoutStatus(ctx, created.CheckoutId).Execute()
	orFail(err)
	read := shown.GetData()

	size, err := strconv.Atoi(os.Getenv("PAGE_SIZE"))
	orFail(err)
	var pages [][]string
	var payment, payout client.Transaction
	request := api.TransactionsAPI.ListTransactions(ctx).Limit(int32(size))
	for more := true; more; {
		page, _, err := request.Execute()
		orFail(err)
		data := page.GetData()
		var ids []string
		for _, item := range data.Items {
			ids = append(ids, item.Id)
			if item.Type == client.TransactionType("payment") && payment.Id == "" {
				payment = item
			}
			if item.Type == client.TransactionType("payout") {
				payout = item
			}
		}
		pages = append(pages, ids)
		cursor := data.NextCursor.Get()
		if more = cursor != nil; more {
			request = request.Cursor(*cursor)
		}
	}

	_, answer, err := api.CheckoutAPI.GetCheckoutStatus(ctx, "chk_"+strings.Repeat("0", 32)).Execute()
	var refused *client.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatal("found what does not exist: ", err)
	}
	failure := refused.Model().(client.NotFoundFailure)

	orFail(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"created": map[string]any{"checkout_id": created.CheckoutId, "requires_polling": created.RequiresPolling},
		"read": map[string]any{
			"checkout_id":    read.CheckoutId,
			"status":         read.Status,
			"amount":         read.Amount,
			"payment_method": read.PaymentMethod.Get(),
		},
		"pages":   pages,
		"payment": map[string]any{"id": payment.Id, "checkout_id": payment.CheckoutId.Get()},
		"payout":  map[string]any{"id": payout.Id, "checkout_id": payout.CheckoutId.Get()},
		"failure": map[string]any{"status": answer.StatusCode, "code": failure.Code},
	}))
}

func orFail(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
