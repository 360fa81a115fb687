import { useQuery } from "@tanstack/react-query";
import { urlInArea } from "#kit/app-pages.ts";
import type { CallOutput } from "#kit/call.ts";
import { call, CallProblem } from "./call.ts";
import { rememberCaller } from "./legacy-headers.ts";
import { rememberSite } from "./space-site.ts";
import { mayBeSignedIn } from "./signed-in-hint.ts";

export type Person = CallOutput<"GET api/user/View">;

/** The channel on which the tabs of a browser tell each other that the session has other rights, or is in another space. */
export const rightsChannel = "rights";

/** Tells the other tabs that the session has other rights now. */
export function announceRights(): void {
  const channel = new BroadcastChannel(rightsChannel);
  // A channel reaches pages of this origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(null);
  channel.close();
}

/** Reads the signed-in person. An empty answer is asked for once more; then the session counts as expired (B-187, B-353). */
async function readPerson(signal: AbortSignal): Promise<Person> {
  const read = () => call("GET api/user/View", {}, { signal }) as Promise<Person | null | undefined>;
  const person = (await read()) ?? (await read());
  if (!person) throw new CallProblem(401, "");
  return person;
}

/** Queries the signed-in person, once per page load. When the session has ended, the error is a `CallProblem` with status 401. */
export function usePerson() {
  return useQuery({
    queryKey: ["person"],
    async queryFn({ signal }) {
      const person = await readPerson(signal);
      const { tenant, merchant } = person;
      // Remembered by id: the site code (`sign`) may change while this page is open.
      rememberCaller(person);
      rememberSite({ origin: tenant.origin, isCurrentSite: tenant.id === merchant.id, name: tenant.name });
      return person;
    },
    enabled: mayBeSignedIn(),
    staleTime: Infinity,
  });
}

/** The address of a list or form for this person: administrators work in the admin area, because lists can be exported only there (B-169). */
export const urlFor = ({ isAdministrator }: Person, url: string): string =>
  isAdministrator ? urlInArea(url, "admin") : url;

/** `urlFor` the signed-in person. Until the person is known, addresses stay those of the member area. */
export function useUrlFor(): (url: string) => string {
  const { data: person } = usePerson();
  return (url) => (person === undefined ? url : urlFor(person, url));
}

const mobileNumberPattern = /^1\d{10}$/;

/** The display name: the person's name, or the username if the name is empty or a mobile number. A username that is a mobile number is masked. */
export function nameOf({ name, userName, mobile }: Person): string {
  if (name !== "" && !mobileNumberPattern.test(name)) return name;
  return mobileNumberPattern.test(userName) ? mobile : userName;
}
