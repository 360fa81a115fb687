import type { PersonOnPage } from "#kit/presence.ts";
import { getOrCompute } from "#kit/memo.ts";
import { personStyle } from "#features/builder/document/person.ts";
import { useValue } from "#features/builder/document/value.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { useMark } from "#features/builder/canvas/marks.tsx";
import "./people-marks.css";

/** A person at a record; `isNamed` at the first record of their selection only. */
type Selector = { person: PersonOnPage; isNamed: boolean };

/** The outline of a record that others have selected, in the colour of the first of them, with their names. */
function PeopleMark({ id, selectors }: { id: string; selectors: readonly Selector[] }) {
  const mark = useMark(id);
  return (
    // Screen readers find the names at the row of the record.
    <div ref={mark} className="mark selected-by" style={personStyle(selectors[0]!.person)} aria-hidden="true">
      <span className="names">
        {selectors.map(
          ({ person, isNamed }) =>
            isNamed && (
              <span key={person.id} className="name" style={personStyle(person)}>
                {person.name}
              </span>
            ),
        )}
      </span>
    </div>
  );
}

/** Marks what the others on the page have selected. */
export function PeopleMarks() {
  const people = useValue(useEditor().people);
  const selectorsById = new Map<string, Selector[]>();
  for (const person of people)
    for (const [index, id] of person.selected.entries())
      getOrCompute(selectorsById, id, () => []).push({ person, isNamed: index === 0 });
  return [...selectorsById].map(([id, selectors]) => <PeopleMark key={id} id={id} selectors={selectors} />);
}
