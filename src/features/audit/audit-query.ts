import { type AuditVerb, verbNames } from "#kit/audit.ts";
import type { CallInput } from "#kit/call.ts";
import { days } from "#kit/format.ts";
import { isDay } from "#ui/date-input.tsx";

/** The filters of the audit log as its address has them; `from` and `to` are days, both included. */
export type Filters = {
  type?: string | undefined;
  member?: string | undefined;
  verb?: AuditVerb | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses the filters in an address; invalid ones are ignored. */
export function readFilters(search: URLSearchParams): Filters {
  const value = (name: string) => search.get(name) ?? undefined;
  const [type, member, from, to] = [value("type"), value("member"), value("from"), value("to")];
  return {
    type,
    member: member !== undefined && uuid.test(member) ? member : undefined,
    verb: verbNames.find(({ key }) => key === value("verb"))?.key,
    from: from !== undefined && isDay(from) ? from : undefined,
    to: to !== undefined && isDay(to) ? to : undefined,
  };
}

const filledFilters = (filters: Filters) =>
  Object.entries(filters).filter(([, value]) => value !== undefined && value !== "");

/** The address of filters. */
export const writeFilters = (filters: Filters): Record<string, string> =>
  Object.fromEntries(filledFilters(filters)) as Record<string, string>;

const startOf = (day: string) => new Date(`${day}T00:00`).getTime();

/** The query for the server, with days in the reader's time zone. */
export function toQuery({ from, to, ...filters }: Filters): CallInput<"GET Api/Audit/List"> {
  return {
    ...Object.fromEntries(filledFilters(filters)),
    ...(from === undefined ? {} : { from: new Date(startOf(from)).toISOString() }),
    // A day and an hour on, back to midnight: days are 23 to 25 hours long.
    ...(to === undefined ? {} : { to: new Date(new Date(startOf(to) + days(1.1)).setHours(0, 0, 0, 0)).toISOString() }),
  };
}
