import java.io.*;
import java.net.Socket;
import java.util.*;
import java.util.concurrent.*;
import org.jpos.iso.*;
import org.jpos.iso.channel.*;

/**
 * An acquirer that speaks ISO 8583 by jPOS, and misbehaves as the lines on its standard input say:
 * `fault NAME COUNT`: so many of the next payments, holds and refunds meet this fault; `ledger`: what is booked, as JSON;
 * `pack …` and `unpack …`: one message as bytes, and back; `cut`: ends all connections.
 */
public final class Acquirer implements ISORequestListener {
  private final Ledger ledger = new Ledger();
  private final Layout layout;
  private final boolean isAscii;
  private final byte[] header;
  private final Deque<String> faults = new ArrayDeque<>();
  private int lostReversals;
  private final Map<String, Late> late = new ConcurrentHashMap<>();
  private final Set<BaseChannel> channels = ConcurrentHashMap.newKeySet();

  /** An answer that is sent after the reversal of its request, where the request came from. */
  private record Late(BaseChannel channel, ISOMsg answer) {}

  private Acquirer(boolean isAscii, String header, String key) {
    this.isAscii = isAscii;
    this.header = ISOUtil.hex2byte(header);
    this.layout = new Layout(isAscii, key.isEmpty() ? null : ISOUtil.hex2byte(key));
  }

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    Acquirer acquirer = new Acquirer(args[1].equals("ascii"), args.length > 2 ? args[2] : "", args.length > 3 ? args[3] : "");
    ServerChannel channel = acquirer.isAscii ? new ASCIIChannel() : new NACChannel();
    channel.setPackager(acquirer.layout);
    if (!acquirer.isAscii) ((BaseChannel) channel).setHeader(acquirer.header);
    ISOServer server = new ISOServer(port, channel, null);
    server.addISORequestListener(acquirer);
    new Thread(server).start();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "ISO-8859-1"));
    awaitListening(port);
    System.out.println("ready");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) System.out.println(acquirer.command(line));
    System.exit(0);
  }

  private static void awaitListening(int port) throws InterruptedException {
    for (;;) {
      try (Socket probe = new Socket("127.0.0.1", port)) {
        return;
      } catch (IOException notYet) {
        Thread.sleep(20);
      }
    }
  }

  private String command(String line) {
    try {
      return obey(line);
    } catch (Exception error) {
      return "error: " + error.getMessage();
    }
  }

  private String obey(String line) throws Exception {
    String[] words = line.split(" ");
    switch (words[0]) {
      case "fault":
        synchronized (faults) {
          if (words[1].equals("reversal_lost")) lostReversals = Integer.parseInt(words[2]);
          else for (int n = 0; n < Integer.parseInt(words[2]); n += 1) faults.add(words[1]);
        }
        return "ok";
      case "well":
        synchronized (faults) {
          faults.clear();
          lostReversals = 0;
        }
        return "ok";
      case "cut":
        for (BaseChannel channel : channels) cut(channel);
        return "ok";
      case "pack":
        return pack(words);
      case "unpack":
        return unpack(words[1]);
      default:
        return ledger.show();
    }
  }

  @Override
  public boolean process(ISOSource source, ISOMsg request) {
    try {
      BaseChannel channel = (BaseChannel) source;
      channels.add(channel);
      ISOMsg answer = answerTo(request);
      if (request.getMTI().startsWith("08")) {
        answer.set(39, "00");
        channel.send(answer);
        return true;
      }
      String fault = nextFault(request);
      if (fault.equals("unbooked")) {
        cut(channel);
        return true;
      }
      if (fault.startsWith("part")) halve(request, answer);
      if (fault.equals("part_unsaid")) answer.unset(4);
      answer.set(39, ledger.book(request));
      if (answer.getString(39).equals("00")) {
        answer.set(38, request.getString(11));
        if (fault.startsWith("part")) answer.set(39, "10");
      }
      if (request.getMTI().startsWith("04")) reversed(channel, request, answer, fault);
      else misbehave(channel, request, answer, fault);
    } catch (Exception error) {
      System.err.println(error);
    }
    return true;
  }

  /** Half of the amount is booked, and the answer has that amount. */
  private static void halve(ISOMsg request, ISOMsg answer) throws ISOException {
    String half = ISOUtil.zeropad(String.valueOf(Long.parseLong(request.getString(4)) / 2), 12);
    request.set(4, half);
    answer.set(4, half);
  }

  private static ISOMsg answerTo(ISOMsg request) throws ISOException {
    ISOMsg answer = (ISOMsg) request.clone();
    answer.unset(new int[] {2, 14, 22, 25, 48, 55, 62, 63, 64, 90, 128});
    answer.setMTI(request.getMTI().substring(0, 3) + "0");
    answer.setResponseMTI();
    return answer;
  }

  private String nextFault(ISOMsg request) throws ISOException {
    synchronized (faults) {
      if (request.getMTI().startsWith("04")) {
        lostReversals -= 1;
        return lostReversals >= 0 ? "lost" : "none";
      }
      String fault = faults.poll();
      return fault == null ? "none" : fault;
    }
  }

  private void reversed(BaseChannel channel, ISOMsg request, ISOMsg answer, String fault) throws Exception {
    if (fault.equals("lost")) return;
    channel.send(answer);
    Late approval = late.remove(request.getString(37));
    if (approval != null) approval.channel().send(approval.answer());
  }

  private void misbehave(BaseChannel channel, ISOMsg request, ISOMsg answer, String fault) throws Exception {
    switch (fault) {
      case "lost":
        return;
      case "late":
        late.put(request.getString(37), new Late(channel, answer));
        return;
      case "cut":
        cut(channel);
        return;
      case "twice":
        channel.send(answer);
        channel.send((ISOMsg) answer.clone());
        return;
      case "stan":
        answer.set(11, ISOUtil.zeropad(String.valueOf((Integer.parseInt(answer.getString(11)) + 500_000) % 1_000_000), 6));
        channel.send(answer);
        return;
      case "half":
        raw(channel, Arrays.copyOf(framed(answer, 0), 30));
        cut(channel);
        return;
      case "stuck":
        raw(channel, Arrays.copyOf(framed(answer, 0), 30));
        return;
      case "length":
        raw(channel, framed(answer, 9000));
        return;
      case "rubbish":
        raw(channel, new byte[] {(byte) 0xff, (byte) 0xff, 0, 1, 2, 3});
        return;
      default:
        channel.send(answer);
    }
  }

  private static void cut(BaseChannel channel) throws IOException {
    Socket socket = channel.getSocket();
    if (socket != null) socket.close();
  }

  private static void raw(BaseChannel channel, byte[] bytes) throws IOException {
    OutputStream out = channel.getSocket().getOutputStream();
    synchronized (channel) {
      out.write(bytes);
      out.flush();
    }
  }

  /** The message as it is sent, with a length in front that is wrong by so much. */
  private byte[] framed(ISOMsg message, int wrongBy) throws Exception {
    message.setPackager(layout);
    byte[] body = message.pack();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int length = body.length + header.length + wrongBy;
    if (isAscii) out.write(String.format("%04d", length).getBytes("ISO-8859-1"));
    else out.write(new byte[] {(byte) (length >> 8), (byte) length});
    out.write(header);
    out.write(body);
    return out.toByteArray();
  }

  /** `pack 0200 4:303030 55:9f26`: values as the hexadecimal digits of their bytes. */
  private String pack(String[] words) throws Exception {
    ISOMsg message = new ISOMsg(words[1]);
    for (String word : Arrays.copyOfRange(words, 2, words.length)) {
      int at = word.indexOf(':');
      int field = Integer.parseInt(word.substring(0, at));
      byte[] value = ISOUtil.hex2byte(word.substring(at + 1));
      if (isBinary(field)) message.set(field, value);
      else message.set(field, new String(value, "ISO-8859-1"));
    }
    message.setPackager(layout);
    return ISOUtil.hexString(message.pack());
  }

  private String unpack(String hex) throws Exception {
    ISOMsg message = new ISOMsg();
    message.setPackager(layout);
    message.unpack(ISOUtil.hex2byte(hex));
    StringJoiner words = new StringJoiner(" ");
    words.add(message.getMTI());
    for (int field = 2; field <= message.getMaxField(); field += 1) {
      if (!message.hasField(field)) continue;
      byte[] value = isBinary(field) ? message.getBytes(field) : message.getString(field).getBytes("ISO-8859-1");
      words.add(field + ":" + ISOUtil.hexString(value));
    }
    return words.toString();
  }

  private static boolean isBinary(int field) {
    return field == 55 || field == 64 || field == 128;
  }
}
