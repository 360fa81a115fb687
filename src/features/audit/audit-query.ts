import { type AuditVerb, auditVerbNames } from "#kit/audit.ts";
import type { CallInput } from "#kit/call.ts";
import { isDay } from "#ui/date-input.tsx";

/** The filters of the audit log as the URL contains them; `from` and `to` are days (`yyyy-MM-dd`), both included. */
export type Filters = {
  type?: string | undefined;
  member?: string | undefined;
  verb?: AuditVerb | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the filters from URL parameters; ignores invalid values. */
export function readFilters(search: URLSearchParams): Filters {
  const parameter = (name: string) => search.get(name) ?? undefined;
  const [type, member, from, to] = ["type", "member", "from", "to"].map(parameter);
  return {
    type,
    member: member !== undefined && uuidPattern.test(member) ? member : undefined,
    verb: auditVerbNames.find(({ key }) => key === parameter("verb"))?.key,
    from: from !== undefined && isDay(from) ? from : undefined,
    to: to !== undefined && isDay(to) ? to : undefined,
  };
}

const filledFilters = (filters: Filters) =>
  Object.entries(filters).filter(([, value]) => value !== undefined && value !== "");

/** The URL parameters of filters. */
export const writeFilters = (filters: Filters): Record<string, string> =>
  Object.fromEntries(filledFilters(filters)) as Record<string, string>;

/** The start of a day in the reader's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00`);

/** The start of the next day. Adding 24 hours would be wrong on days on which the clocks change. */
function endOf(day: string): Date {
  const start = startOf(day);
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
}

/** The input of `GET Api/Audit/List`: `from` as the start of its day and `to` as the end of its day, both as instants. */
export function toQuery({ from, to, ...filters }: Filters): CallInput<"GET Api/Audit/List"> {
  return {
    ...Object.fromEntries(filledFilters(filters)),
    ...(from === undefined ? {} : { from: startOf(from).toISOString() }),
    ...(to === undefined ? {} : { to: endOf(to).toISOString() }),
  };
}
