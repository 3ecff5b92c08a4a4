import org.bouncycastle.crypto.engines.DESEngine;
import org.bouncycastle.crypto.macs.ISO9797Alg3Mac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.jpos.iso.*;

/** The same layouts as ours, in jPOS's own field packagers. */
final class Layout extends ISOBasePackager {
  private final byte[] key;

  /** @param key of X9.19, or null */
  Layout(boolean isAscii, byte[] key) {
    this.key = key;
    ISOFieldPackager[] fields = new ISOFieldPackager[129];
    fields[0] = digits(isAscii, 4);
    fields[1] = isAscii ? new IFA_BITMAP(16, "bitmap") : new IFB_BITMAP(16, "bitmap");
    int[][] numbers = {{3, 6}, {4, 12}, {7, 10}, {11, 6}, {12, 6}, {13, 4}, {14, 4}, {15, 4}, {18, 4}, {22, 3}, {23, 3}, {25, 2},
        {49, 3}, {70, 3}, {90, 42}};
    for (int[] field : numbers) fields[field[0]] = digits(isAscii, field[1]);
    int[][] texts = {{37, 12}, {38, 6}, {39, 2}, {41, 8}, {42, 15}, {43, 40}, {95, 42}};
    for (int[] field : texts) fields[field[0]] = new IF_CHAR(field[1], "text");
    fields[2] = isAscii ? new IFA_LLNUM(19, "number") : new IFB_LLNUM(19, "number", true);
    fields[32] = isAscii ? new IFA_LLNUM(11, "number") : new IFB_LLNUM(11, "number", true);
    int[][] shorts = {{44, 25}, {102, 28}, {103, 28}};
    for (int[] field : shorts) fields[field[0]] = isAscii ? new IFA_LLCHAR(field[1], "text") : new IFB_LLCHAR(field[1], "text");
    int[][] longs = {{48, 999}, {54, 120}, {60, 999}, {61, 999}, {62, 999}, {63, 999}};
    for (int[] field : longs) fields[field[0]] = isAscii ? new IFA_LLLCHAR(field[1], "text") : new IFB_LLLCHAR(field[1], "text");
    fields[55] = isAscii ? new IFA_LLLBINARY(999, "bytes") : new IFB_LLLBINARY(999, "bytes");
    fields[64] = new IFB_BINARY(8, "code");
    fields[128] = new IFB_BINARY(8, "code");
    setFieldPackager(fields);
  }

  private static ISOFieldPackager digits(boolean isAscii, int length) {
    return isAscii ? new IFA_NUMERIC(length, "digits") : new IFB_NUMERIC(length, "digits", true);
  }

  @Override
  public byte[] pack(ISOComponent component) throws ISOException {
    if (key == null) return super.pack(component);
    ISOMsg message = (ISOMsg) component;
    message.set(message.getMaxField() > 64 ? 128 : 64, new byte[8]);
    message.recalcBitMap();
    byte[] bytes = super.pack(message);
    System.arraycopy(macOf(bytes, bytes.length - 8), 0, bytes, bytes.length - 8, 8);
    return bytes;
  }

  @Override
  public int unpack(ISOComponent component, byte[] bytes) throws ISOException {
    int read = super.unpack(component, bytes);
    if (key != null && !ISOUtil.hexString(macOf(bytes, bytes.length - 8)).equals(ISOUtil.hexString(bytes, bytes.length - 8, 8)))
      throw new ISOException("the MAC is wrong");
    return read;
  }

  private byte[] macOf(byte[] bytes, int length) {
    ISO9797Alg3Mac mac = new ISO9797Alg3Mac(new DESEngine());
    mac.init(new KeyParameter(key));
    mac.update(bytes, 0, length);
    byte[] code = new byte[8];
    mac.doFinal(code, 0);
    return code;
  }
}
