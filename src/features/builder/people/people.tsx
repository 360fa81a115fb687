import { UserRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { maskedName } from "#kit/mobile.ts";
import type { PersonOnPage } from "#kit/presence.ts";
import { isSame } from "#kit/same.ts";
import { formatText, type Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { useMedia } from "#ui/media.ts";
import { Menu } from "#ui/menu.tsx";
import { notify } from "#ui/toast.tsx";
import { initialsOf, personStyle } from "#features/builder/document/person.ts";
import { useValue } from "#features/builder/document/value.ts";
import { type Editor, useEditor } from "#features/builder/editor/editor.ts";
import { showRecord } from "#features/builder/editor/show-record.ts";
import { followPeople } from "#features/builder/session/people.ts";
import "./people.css";

const texts = {
  others: { zh: "同时打开此页面的人", en: "Others on this page" },
  follow: { zh: "跟随{name}", en: "Follow {name}" },
  unfollow: { zh: "停止跟随{name}", en: "Stop following {name}" },
  more: { zh: "其他 {n} 人", en: "{n} more {n|person|people}" },
  count: { zh: "{n} 人同时打开此页面", en: "{n} other {n|person|people} on this page" },
  nothing: { zh: "{name}还没有选择内容", en: "{name} has not selected anything" },
  opened: { zh: "{name}打开了此页面", en: "{name} opened this page" },
  left: { zh: "{name}离开了此页面", en: "{name} left this page" },
  merged: { zh: "已合并{name}保存的修改", en: "Merged changes that {name} saved" },
  clash: {
    zh: "{name}修改了您正在修改的内容，保存时请选择要保留的版本",
    en: "{name} changed what you are changing. When you save, choose which version to keep.",
  },
  somebody: { zh: "其他人", en: "Someone else" },
} satisfies Record<string, Text>;

/** The most avatars beside each other; the others are in a menu. On narrow screens all are. */
const maxAvatars = 3;

/** What happens to the others, in words for screen readers. */
function usePeopleNews(people: readonly PersonOnPage[]): [string, (news: Text) => void] {
  const t = useText();
  const [news, setNews] = useState<Text>();
  const before = useRef(people);
  useEffect(() => {
    const isIn = (list: readonly PersonOnPage[], { id }: PersonOnPage) => list.some((person) => person.id === id);
    const opened = people.find((person) => !isIn(before.current, person));
    const left = before.current.find((person) => !isIn(people, person));
    before.current = people;
    if (opened !== undefined) setNews(formatText(texts.opened, { name: opened.name }));
    else if (left !== undefined) setNews(formatText(texts.left, { name: left.name }));
  }, [people]);
  return [news === undefined ? "" : t(news), setNews];
}

/** Selects what a person has selected, as far as it is on this page, and scrolls to it. Returns false if they have selected nothing. */
function selectWith(editor: Editor, { selected }: PersonOnPage): boolean {
  const ids = selected.filter((id) => editor.store.record(id) !== undefined);
  if (ids.length === 0) return false;
  if (!isSame(ids, editor.store.selected.get())) editor.store.selected.set(ids);
  showRecord(editor, ids.at(-1)!);
  return true;
}

/** Follows a person: selects and shows what they select, until this person selects or changes something themselves, or the other one leaves. */
function useFollowing(editor: Editor): [string | undefined, (person: PersonOnPage | undefined) => void] {
  const t = useText();
  const [followed, setFollowed] = useState<string>();
  const { store, people } = editor;
  useEffect(() => {
    if (followed === undefined) return;
    let isFollowing = false;
    let lastSelection: readonly string[] | undefined;
    const unfollow = () => !isFollowing && setFollowed(undefined);
    function follow(): void {
      const person = people.get().find(({ id }) => id === followed);
      if (person === undefined) return setFollowed(undefined);
      if (isSame(person.selected, lastSelection)) return;
      lastSelection = person.selected;
      isFollowing = true;
      selectWith(editor, person);
      isFollowing = false;
    }
    follow();
    const unsubscribers = [
      people.subscribe(follow),
      store.selected.subscribe(unfollow),
      store.onChange((_change, isOwn) => isOwn && unfollow()),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [editor, followed, people, store]);
  return [
    followed,
    (person) => {
      if (person?.selected.length === 0) notify("info", t(formatText(texts.nothing, { name: person.name })));
      setFollowed(person?.id);
    },
  ];
}

/** The initials of a person. They are drawn by the style sheet, because the button has the whole name. */
function Initials({ name }: PersonOnPage) {
  const initials = initialsOf(name);
  if (initials === "") return <UserRound size={14} strokeWidth={1.75} aria-hidden="true" />;
  return <span data-drawn={initials} />;
}

/** The others who have the page open: avatars in the bar, each of which can be followed. Merges what they save meanwhile. */
export function People() {
  const t = useText();
  const editor = useEditor();
  const people = useValue(editor.people);
  const isNarrow = useMedia("(width < 640px)");
  const [news, tell] = usePeopleNews(people);
  const [followed, follow] = useFollowing(editor);
  const translate = useRef(t);
  useEffect(() => {
    translate.current = t;
  }, [t]);
  useEffect(
    () =>
      followPeople(editor, (outcome, by) => {
        const named = formatText(texts[outcome], { name: maskedName(by) || translate.current(texts.somebody) });
        if (outcome === "merged") tell(named);
        else notify("info", translate.current(named), { topic: "presence" });
      }),
    [editor, tell],
  );
  const toggle = (person: PersonOnPage) => follow(person.id === followed ? undefined : person);
  const avatars = isNarrow ? [] : people.slice(0, maxAvatars);
  const rest = people.slice(avatars.length);
  return (
    <>
      {people.length > 0 && (
        <div role="group" aria-label={t(texts.others)} className="people">
          {avatars.map((person) => (
            <button
              key={person.id}
              type="button"
              className="person"
              style={personStyle(person)}
              aria-label={t(formatText(texts.follow, { name: person.name }))}
              aria-pressed={person.id === followed}
              title={person.name}
              onClick={() => toggle(person)}
            >
              <Initials {...person} />
            </button>
          ))}
          {rest.length > 0 && (
            <Menu
              trigger={
                isNarrow ? (
                  <>
                    <UserRound size={14} strokeWidth={1.75} aria-hidden="true" />
                    {rest.length}
                  </>
                ) : (
                  <span data-drawn={`+${rest.length}`} />
                )
              }
              label={t(formatText(isNarrow ? texts.count : texts.more, { n: rest.length }))}
              className="more-people"
              items={rest.map((person) => ({
                name: t(formatText(person.id === followed ? texts.unfollow : texts.follow, { name: person.name })),
                icon: (
                  <span className="person-icon" style={personStyle(person)}>
                    <Initials {...person} />
                  </span>
                ),
                isChosen: person.id === followed,
                run: () => toggle(person),
              }))}
            />
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </>
  );
}
