import java.util.*;
import org.jpos.iso.*;

/** What the acquirer itself has booked, by retrieval reference number. It trusts nothing that it is told twice. */
final class Ledger {
  /** One payment, hold or refund. */
  static final class Entry {
    String kind = "";
    String of = "";
    String stan = "";
    long amount;
    long taken;
    long refunded;
    int bookings;
    int reversals;
    boolean reversed;
    String completion = "";
    String payload = "";
    String ksn = "";
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** Books a message. @return its response code */
  synchronized String book(ISOMsg message) throws ISOException {
    String mti = message.getMTI();
    if (mti.startsWith("04")) return reverse(message);
    if (mti.startsWith("022")) return complete(message);
    return message.getString(3).startsWith("20") ? refund(message) : pay(message);
  }

  private String pay(ISOMsg message) throws ISOException {
    long amount = Long.parseLong(message.getString(4));
    // 90.01 to 90.99: refused with the code that the cents say.
    if (amount > 9000 && amount < 9100) return String.format("%02d", amount - 9000);
    Entry entry = entryOf(message);
    // The reversal came first: the money must not be taken any more.
    if (entry.reversed) return "05";
    entry.kind = message.getMTI().equals("0100") ? "hold" : "charge";
    entry.stan = message.getString(11);
    entry.amount = amount;
    if (entry.kind.equals("charge")) entry.taken = amount;
    entry.bookings += 1;
    if (message.hasField(55)) entry.payload = ISOUtil.hexString(message.getBytes(55));
    if (message.hasField(62)) entry.ksn = message.getString(62);
    return "00";
  }

  private String complete(ISOMsg message) throws ISOException {
    Entry hold = entries.get(message.getString(37));
    if (hold == null || hold.reversed || !hold.kind.equals("hold")) return "25";
    long amount = Long.parseLong(message.getString(4));
    if (amount > hold.amount) return "13";
    if (hold.completion.equals(message.getString(11))) return "00";
    hold.completion = message.getString(11);
    hold.taken += amount;
    hold.bookings += 1;
    return "00";
  }

  private String refund(ISOMsg message) throws ISOException {
    Entry payment = entries.get(message.getString(63));
    String original = message.getString(90);
    if (payment == null || payment.reversed) return "25";
    boolean isNamed = original.startsWith(payment.stan, 4) || original.startsWith(payment.completion, 4);
    if (!isNamed || message.hasField(2)) return "12";
    long amount = Long.parseLong(message.getString(4));
    if (payment.refunded + amount > payment.taken) return "13";
    Entry entry = entryOf(message);
    if (entry.reversed) return "05";
    entry.kind = "refund";
    entry.of = message.getString(63);
    entry.stan = message.getString(11);
    entry.amount = amount;
    entry.bookings += 1;
    payment.refunded += amount;
    return "00";
  }

  private String reverse(ISOMsg message) throws ISOException {
    Entry entry = entryOf(message);
    entry.reversals += 1;
    if (entry.reversed) return "00";
    boolean isKnown = entry.bookings > 0;
    if (isKnown && !message.getString(90).startsWith(entry.stan, 4)) return "12";
    entry.reversed = true;
    entry.taken = 0;
    if (entry.kind.equals("refund")) entries.get(entry.of).refunded -= entry.amount;
    return isKnown ? "00" : "25";
  }

  private Entry entryOf(ISOMsg message) {
    return entries.computeIfAbsent(message.getString(37), (rrn) -> new Entry());
  }

  /** One line of JSON. */
  synchronized String show() {
    StringJoiner all = new StringJoiner(",", "{", "}");
    entries.forEach((rrn, e) -> all.add(String.format(
        "\"%s\":{\"kind\":\"%s\",\"of\":\"%s\",\"amount\":%d,\"taken\":%d,\"refunded\":%d,\"bookings\":%d,\"reversals\":%d,\"reversed\":%b,\"payload\":\"%s\",\"ksn\":\"%s\"}",
        rrn, e.kind, e.of, e.amount, e.taken, e.refunded, e.bookings, e.reversals, e.reversed, e.payload, e.ksn)));
    return all.toString();
  }
}
