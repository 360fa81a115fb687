import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { RefusedAddress } from "#server/process/egress.server.ts";

const texts = {
  insecure: { zh: "接收地址必须以 https:// 开头", en: "The endpoint address has to begin with https://" },
  private: {
    zh: "该地址位于内部网络，不能作为接收地址",
    en: "This address is inside a private network and cannot be an endpoint",
  },
};

/**
 * Refuses an insecure or private address. Accepts a host name that does not resolve, because its DNS record may follow later.
 * @throws {Problem} invalid, naming the field
 */
export async function refuseAddress(
  { egress }: Pick<Services, "egress">,
  address: string,
  field: string,
): Promise<void> {
  try {
    await egress.resolve(address);
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    if (error.reason !== "insecure" && error.reason !== "private") return;
    const text = texts[error.reason];
    throw new Problem("invalid", text, { fields: { [field]: text } });
  }
}
