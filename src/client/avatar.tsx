import { UserRound } from "lucide-react";
import { nameOf, type Person } from "./person.ts";

/** The picture of a person, or the first letter of their name. */
export function Avatar({ person, className }: { person: Person; className: string }) {
  const initial = [...nameOf(person)][0]?.toUpperCase();
  // A digit is no initial: the name is a username or a masked mobile number.
  const fallback =
    initial === undefined || /\d/.test(initial) ? (
      <UserRound strokeWidth={1.5} aria-hidden className="size-3/5" />
    ) : (
      initial
    );
  const style = `grid shrink-0 place-items-center overflow-hidden rounded-full bg-brand-tint font-medium text-brand ${className}`;
  return (
    <span className={style}>
      {person.avatar === null ? fallback : <img src={person.avatar} alt="" className="size-full object-cover" />}
    </span>
  );
}
