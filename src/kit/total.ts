/** The number of rows of a list: exact, or, when `isCapped`, `total - 1` at least. Counted up to 10,001. */
export type Total = { total: number; isCapped: boolean };

/** Lists are counted up to this number; an exact count would be slow. */
export const countCap = 10_001;
/** The lower limit while the database is busy, and for rows that cannot be counted by an index. */
export const quickCountCap = 1001;

/** Whether further counting could change the total, because it is a lower bound. */
export const mayGrow = ({ total, isCapped }: Total): boolean => isCapped && total < countCap;

/** The total of rows that could not be counted. */
export const unknownTotal: Total = { total: 1, isCapped: true };

/** The better of two totals of the same rows: the new one if it is exact or a higher lower bound, else the first. */
export const betterTotal = (total: Total, newTotal: Total | undefined): Total =>
  newTotal !== undefined && (!newTotal.isCapped || newTotal.total >= total.total) ? newTotal : total;

/** A total for display: "1,234", "1,000+" if there may be more, or "—" for an unknown one. */
export function totalText({ total, isCapped }: Total): string {
  if (!isCapped) return total.toLocaleString("en");
  return total > unknownTotal.total ? `${(total - 1).toLocaleString("en")}+` : "—";
}
