import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import serviceCode from "#entities/serviceCode.ts";
import { insertRow, updateRow } from "#records/change/save.server.ts";
import { asProgram, type Person } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { derivedSecret, keyedHash, type Pepper } from "#server/process/secrets.server.ts";
import { completeText, type ServicePackage } from "./packages.server.ts";

const texts = {
  noPackage: { zh: "套餐不存在或已下架", en: "This plan does not exist or is no longer offered" },
  // The same text for every reason, so that guessing codes reveals nothing.
  wrongCode: { zh: "激活码不正确或已使用", en: "This code is incorrect or already used" },
};

/** The problem of a package that does not exist, is not published or belongs to another space. */
export const noPackageProblem = () => new Problem("notFound", texts.noPackage);
export const wrongCodeProblem = () => new Problem("invalid", texts.wrongCode, { fields: { code: texts.wrongCode } });

/** Normalizes a typed code to its sixteen letters and digits, in lower case and without separators. */
const normalizeCode = (code: string) =>
  code
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");

/** The stored form of a code: an HMAC, so that a copy of the database reveals no codes without the key. */
export const codeHash = (pepper: Pepper, code: string): string =>
  keyedHash(pepper, "service code", normalizeCode(code));

/** A package of a provider. `onlyPublished`: for customers, who cannot activate drafts. @throws {Problem} notFound */
export async function findPackage(
  tx: Tx,
  { providerId, packageId, onlyPublished }: { providerId: string; packageId: string; onlyPublished: boolean },
): Promise<ServicePackage> {
  const [row] =
    await tx.rows<ServicePackage>(sql`select id, slug, name, days, devices, response_hours as "responseHours", activation
    from service_package where tenant_id = ${providerId}::uuid and id = ${packageId}::uuid and deleted_at is null
      and (status = 'published' or ${!onlyPublished})`);
  if (row === undefined) throw noPackageProblem();
  return row;
}

type CodeRequest = { providerId: string; packageId: string; count: number; requestId: string; maker: Person };

/**
 * Creates and returns codes for a package of the provider, in groups of four characters. Only hashes are stored. Codes are derived from `requestId`,
 * so that repeating a request whose response was lost returns the same codes.
 * @throws {Problem} notFound
 */
export async function makeCodes(
  tx: Tx,
  { pepper, registries }: Pick<Services, "pepper" | "registries">,
  { providerId, packageId, count, requestId, maker }: CodeRequest,
): Promise<string[]> {
  const program = asProgram({ registries }, providerId, maker);
  const { name } = await findPackage(tx, { providerId, packageId, onlyPublished: false });
  // 16 characters from an alphabet of 31: 79 bits, impossible to guess even without rate limits.
  const codes = Array.from({ length: count }, (_, index) =>
    derivedSecret(pepper, "service codes", [providerId, packageId, requestId, String(index)], 16, 4).toUpperCase(),
  );
  await tx.lock(`service codes ${requestId}`);
  for (const code of codes) {
    const hash = codeHash(pepper, code);
    const existingCodes = await tx.rows(
      sql`select 1 from service_code where tenant_id = ${providerId}::uuid and code_hash = ${hash}`,
    );
    if (existingCodes.length > 0) continue;
    const values = { ending: code.slice(-4), packageId, packageName: completeText(name) };
    await insertRow(tx, program, serviceCode, { values, internal: { codeHash: hash } });
  }
  return codes;
}

type CodeUse = Pick<Services, "registries"> & {
  providerId: string;
  packageId: string;
  hashes: readonly string[];
  usedBy: Text;
  customer: Person;
};

/**
 * Uses up a code of a package, and returns its last four characters. Of concurrent attempts only one succeeds.
 * @throws {Problem} invalid, with the same text for a code that is unknown, used, revoked or of another package
 */
export async function consumeCode(
  tx: Tx,
  { registries, providerId, packageId, hashes, usedBy, customer }: CodeUse,
): Promise<string> {
  const [row] = await tx.rows<{ id: string; version: number; ending: string; now: string }>(
    sql`select id, version, ending, now() as now from service_code
      where tenant_id = ${providerId}::uuid and code_hash = any(${sql.param(hashes)}) and package_id = ${packageId}::uuid
        and status = 'unused' and deleted_at is null for update`,
  );
  if (row === undefined) throw wrongCodeProblem();
  const { id, version, ending, now } = row;
  const values = { status: "used", usedBy, usedAt: now };
  await updateRow(tx, asProgram({ registries }, providerId, customer), serviceCode, { id, version, values });
  return ending;
}
