import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { client } from "./client.ts";
import { lastCode } from "./mailbox.ts";
import { newSpaceOwner, nextMobile } from "./people.ts";
import { sendProven } from "./proof.ts";
import type { Server } from "./server.ts";

/** The purposes for which a signed-in person can request a code. */
export type OwnPurpose = "changePassword" | "payPassword" | "oldMobile" | "cancel";

let addresses = 0;

/** Backdates the codes of a number, so that the next one can be requested at once. */
export const skipCodePause = ({ database }: Server, mobile: string) =>
  database.system((tx) =>
    tx.rows(sql`update sms_code set created_at = created_at - interval '61 seconds' where mobile = ${mobile}`),
  );

/** The owner of a new space with a unique number and IP address. The server must trust its proxy (TRUST_PROXY=127.0.0.1). */
export async function createSpaceOwner(server: Server) {
  const mobile = nextMobile();
  const person = await newSpaceOwner(server, mobile);
  const { call, send } = client(server, person);
  addresses += 1;
  const from = { "x-forwarded-for": `203.0.113.${addresses}` };
  async function code(purpose: OwnPurpose): Promise<string> {
    await skipCodePause(server, mobile);
    const sent = await sendProven(send, "POST user/code", { purpose }, from);
    expect(sent.status, sent.text).toBe(200);
    return lastCode(server.url, mobile);
  }
  const setPayPassword = async (payPassword: string) =>
    call("POST api/UserDetail/SetPayPassword", { payPassword, verifyCode: await code("payPassword") });
  return { mobile, person, call, send, code, setPayPassword, from };
}
