import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CheckoutApi;
import org.openapitools.client.api.TransactionsApi;
import org.openapitools.client.model.CreateCheckoutRequest;
import org.openapitools.client.model.CurrencyInput;
import org.openapitools.client.model.NotFoundFailure;
import org.openapitools.client.model.Transaction;
import org.openapitools.client.model.TransactionType;

public final class Journey {
  public static void main(String[] arguments) throws Exception {
    String key = System.getenv("SERVICE_KEY");
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("SERVICE_URL"));
    client.setRequestInterceptor((HttpRequest.Builder request) -> request.header("Authorization", "Bearer " + key));
    CheckoutApi checkouts = new CheckoutApi(client);

    CreateCheckoutRequest wanted =
        new CreateCheckoutRequest()
            .amount("25.50")
            .currency(CurrencyInput.fromValue("USD"))
            .merchantTransactionId(System.getenv("REFERENCE"))
            .returnUrl("https://shop.example/return")
            .notificationUrl("https://shop.example/hook");
    var created = checkouts.createCheckout(wanted, null, null).getData();
    var read = checkouts.getCheckoutStatus(created.getCheckoutId(), null).getData();

    int size = Integer.parseInt(System.getenv("PAGE_SIZE"));
    List<List<Transaction>> pages = new ArrayList<>();
    String cursor = null;
    do {
      var page =
          new TransactionsApi(client)
              .listTransactions(null, null, null, null, null, null, null, null, cursor, size)
              .getData();
      pages.add(page.getItems());
      cursor = page.getNextCursor();
    } while (cursor != null);

    int status = 0;
    NotFoundFailure failure = null;
    try {
      checkouts.getCheckoutStatus("chk_" + "0".repeat(32), null);
    } catch (ApiException refused) {
      status = refused.getCode();
      failure = client.getObjectMapper().readValue(refused.getResponseBody(), NotFoundFailure.class);
    }

    Map<String, Object> report = new LinkedHashMap<>();
    report.put(
        "created",
        fields("checkout_id", created.getCheckoutId(), "requires_polling", created.getRequiresPolling()));
    report.put(
        "read",
        fields(
            "checkout_id", read.getCheckoutId(),
            "status", read.getStatus().getValue(),
            "amount", read.getAmount(),
            "payment_method", read.getPaymentMethod()));
    report.put("pages", pages.stream().map(page -> page.stream().map(Transaction::getId).toList()).toList());
    report.put("payment", linksOf(pages, "payment"));
    report.put("payout", linksOf(pages, "payout"));
    report.put("failure", fields("status", status, "code", failure.getCode()));
    System.out.println(new ObjectMapper().writeValueAsString(report));
  }

  private static Map<String, Object> linksOf(List<List<Transaction>> pages, String type) {
    Transaction found =
        pages.stream()
            .flatMap(List::stream)
            .filter(each -> each.getType() == TransactionType.fromValue(type))
            .findFirst()
            .orElseThrow();
    return fields("id", found.getId(), "checkout_id", found.getCheckoutId());
  }

  /** Map.of refuses null, which is what some of the fields must be. */
  private static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2)
      fields.put((String) namesAndValues[at], namesAndValues[at + 1]);
    return fields;
  }
}
