import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import type { addressOutput } from "./address-shape.server.ts";
import { fullNameOf, pathOf, regionById } from "#kit/regions.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";

export type Address = z.output<typeof addressOutput>;
export type AddressInput = {
  id?: string | undefined;
  isDefault: boolean;
  name: string;
  mobile: string;
  regionId: number;
  address: string;
};

/** Maximum number of addresses per person. */
const maxAddresses = 20;
const texts = {
  notFound: { zh: "地址不存在", en: "Address not found" },
  region: { zh: "请选择省、市、区县", en: "Choose a province, city and county" },
  tooMany: { zh: `最多可保存 ${maxAddresses} 个地址`, en: `You can save up to ${maxAddresses} addresses` },
};

const ownedBy = ({ tenantId, memberId }: UserPrincipal) =>
  sql`tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid`;

/** A person's addresses, the default one first (B-067). */
export async function listAddresses(tx: Tx, principal: UserPrincipal, locale: Locale): Promise<Address[]> {
  const rows = await tx.rows<Omit<Address, "regionName" | "regionPath">>(sql`
    select id, is_default as "isDefault", name, mobile, region_id as "regionId", address from user_address
    where ${ownedBy(principal)} order by is_default desc, created_at desc`);
  return rows.map((row) => ({
    ...row,
    regionPath: pathOf(row.regionId).map(({ id }) => id),
    regionName: fullNameOf(row.regionId, locale),
  }));
}

/** Makes the newest address the default if a person has addresses but no default. */
async function ensureDefault(tx: Tx, principal: UserPrincipal): Promise<void> {
  await tx.rows(sql`update user_address set is_default = true where id =
    (select id from user_address where ${ownedBy(principal)} order by created_at desc limit 1)
    and not exists (select 1 from user_address where ${ownedBy(principal)} and is_default)`);
}

/**
 * Adds an address, or changes the address with the given id. A new default replaces the old one.
 * @throws {Problem} notFound, invalid, conflict when there are too many
 */
export async function saveAddress(
  tx: Tx,
  principal: UserPrincipal,
  input: AddressInput,
  locale: Locale,
): Promise<Address> {
  const { id = newId(), isDefault, name, mobile, regionId, address } = input;
  // Level 4 is the county.
  if (regionById(regionId)?.level !== 4)
    throw new Problem("invalid", texts.region, { fields: { regionId: texts.region } });
  // Saves of one person run one at a time: two concurrent new defaults would violate the unique index.
  await tx.rows(sql`select 1 from member where id = ${principal.memberId}::uuid for no key update`);
  if (isDefault)
    await tx.rows(sql`update user_address set is_default = false where ${ownedBy(principal)} and is_default`);
  if (input.id === undefined) {
    const [{ count }] = (await tx.rows<{ count: number }>(
      sql`select count(*)::int as count from user_address where ${ownedBy(principal)}`,
    )) as [{ count: number }];
    if (count >= maxAddresses) throw new Problem("conflict", texts.tooMany);
    await tx.rows(sql`insert into user_address (id, tenant_id, member_id, name, mobile, region_id, address, is_default)
      values (${id}::uuid, ${principal.tenantId}::uuid, ${principal.memberId}::uuid, ${name}, ${mobile}, ${regionId}, ${address}, ${isDefault})`);
  } else {
    const updatedRows =
      await tx.rows(sql`update user_address set name = ${name}, mobile = ${mobile}, region_id = ${regionId},
      address = ${address}, is_default = ${isDefault} where ${ownedBy(principal)} and id = ${id}::uuid returning id`);
    if (updatedRows.length === 0) throw new Problem("notFound", texts.notFound);
  }
  await ensureDefault(tx, principal);
  return (await listAddresses(tx, principal, locale)).find((saved) => saved.id === id)!;
}

/** @throws {Problem} notFound */
export async function deleteAddress(tx: Tx, principal: UserPrincipal, id: string): Promise<void> {
  const deletedRows = await tx.rows(
    sql`delete from user_address where ${ownedBy(principal)} and id = ${id}::uuid returning id`,
  );
  if (deletedRows.length === 0) throw new Problem("notFound", texts.notFound);
  await ensureDefault(tx, principal);
}
