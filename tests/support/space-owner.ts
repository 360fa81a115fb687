import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { client } from "./client.ts";
import { lastCode } from "./mailbox.ts";
import { newSpaceOwner, nextMobile } from "./people.ts";
import { sendWithProof } from "./proof.ts";
import type { Server } from "./server.ts";

/** The purposes for which a signed-in person can request a code. */
export type SignedInPurpose = "changePassword" | "payPassword" | "oldMobile" | "cancel";

let ownerCount = 0;

/** Backdates the codes of a number: the next code can then be requested at once. */
export const skipCodePause = ({ database }: Server, mobile: string) =>
  database.system((tx) =>
    tx.rows(sql`update sms_code set created_at = created_at - interval '61 seconds' where mobile = ${mobile}`),
  );

/** Creates a space whose owner has a unique number and IP address (the header `from`). The server must have TRUST_PROXY=127.0.0.1, as `sharedServer` has. */
export async function createSpaceOwner(server: Server) {
  const mobile = nextMobile();
  const person = await newSpaceOwner(server, mobile);
  const { call, send } = client(server, person);
  ownerCount += 1;
  const from = { "x-forwarded-for": `203.0.113.${ownerCount}` };
  /** Requests a code for a purpose and returns it. */
  async function code(purpose: SignedInPurpose): Promise<string> {
    await skipCodePause(server, mobile);
    const response = await sendWithProof(send, "POST user/code", { purpose }, from);
    expect(response.status, response.text).toBe(200);
    return lastCode(server.url, mobile);
  }
  const setPayPassword = async (payPassword: string) =>
    call("POST api/UserDetail/SetPayPassword", { payPassword, verifyCode: await code("payPassword") });
  return { mobile, person, call, send, code, setPayPassword, from };
}
