import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { client } from "./client.ts";
import { lastCode } from "./mailbox.ts";
import { newSpace, nextMobile } from "./people.ts";
import { sendProven } from "./proof.ts";
import type { Server } from "./server.ts";

/** What a person may have a code for. */
export type OwnPurpose = "changePassword" | "payPassword" | "oldMobile" | "cancel";

let network = 0;

/** The pause between two codes is kept by the database's clock: here it has passed. */
export const minuteLater = ({ database }: Server, mobile: string) =>
  database.system((tx) =>
    tx.rows(sql`update sms_code set created_at = created_at - interval '61 seconds' where mobile = ${mobile}`),
  );

/** A new person with their own number, network and codes. The server has to trust its proxy (TRUST_PROXY=127.0.0.1). */
export async function somebody(server: Server) {
  const mobile = nextMobile();
  const person = await newSpace(server, mobile);
  const { call, send } = client(server, person);
  network += 1;
  const from = { "x-forwarded-for": `203.0.113.${network}` };
  async function code(purpose: OwnPurpose): Promise<string> {
    await minuteLater(server, mobile);
    const sent = await sendProven(send, "POST user/code", { purpose }, from);
    expect(sent.status, sent.text).toBe(200);
    return lastCode(server.url, mobile);
  }
  const setPayPassword = async (payPassword: string) =>
    call("POST api/UserDetail/SetPayPassword", { payPassword, verifyCode: await code("payPassword") });
  return { mobile, person, call, send, code, setPayPassword, from };
}
