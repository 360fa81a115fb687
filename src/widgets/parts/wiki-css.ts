import { proseCss } from "./prose.tsx";
import { searchCss } from "./search-form.tsx";
import { pageTransitionCss } from "./page-transition.ts";

/** The styles of the wiki: tree, chapters, page. */
export const wikiCss = `
[data-widget="wiki"] {
  & .section {
    display: grid;
    grid-template-columns: minmax(0, 260px) minmax(0, 1fr);
    gap: clamp(32px, 5vw, 80px);
    padding-top: clamp(32px, 4vw, 64px);
  }
  & aside {
    display: grid;
    gap: 18px;
    align-content: start;
    font-size: 0.9375rem;
  }
  & .name {
    font-weight: 600;
    font-size: 1.0625rem;
  }
  & .tree {
    & a {
      display: block;
      padding: 6px 12px;
      border-left: 2px solid transparent;
      color: var(--ink-2);

      &:hover {
        color: var(--brand);
      }
      &[aria-current] {
        border-color: var(--seal);
        background: var(--paper-2);
        color: var(--ink);
      }
    }
    & nav > ul > li {
      margin-bottom: 12px;

      & > a {
        color: var(--ink);
        font-weight: 550;
      }
    }
    & ul ul {
      border-left: 1px solid var(--line);
      margin-left: 12px;
    }
  }
  & h1 {
    font-size: clamp(1.875rem, 1.4rem + 2vw, 2.75rem);
    line-height: 1.2;
  }
  & .crumbs {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    margin-bottom: 16px;
    color: var(--ink-3);
    font-size: 0.875rem;

    & a + a::before {
      content: "/";
      margin-right: 10px;
      color: var(--line-2);
    }
    & a:hover {
      color: var(--brand);
    }
  }
  & .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 200px);
    gap: 48px;
    margin-top: 28px;
  }
  & .meta {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    align-items: center;
    /* The height of the button that a script adds, to avoid a layout shift. */
    min-height: 32px;
    margin-top: 48px;
    color: var(--ink-3);

    & button {
      min-height: 32px;
      border: 0;
      background: none;
      color: var(--brand);
      cursor: pointer;
    }
  }
  & .ways {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
    gap: 12px;
    margin-top: 16px;

    & a {
      display: grid;
      gap: 4px;
      padding: 16px 18px;
      border: 1px solid var(--line);

      &:hover {
        border-color: var(--brand);
      }
    }
    & span {
      color: var(--ink-3);
    }
  }
  & .chapters {
    & .lead {
      margin-top: 14px;
    }
    & section {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
      gap: 12px 40px;
      margin-top: 32px;
      padding-top: 24px;
      border-top: 1px solid var(--line);
    }
    & h2 {
      font-size: 1.25rem;
      letter-spacing: 0;
      line-height: 1.4;
    }
    & ul {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
      gap: 2px 24px;
    }
    & li a {
      display: block;
      padding-block: 7px;
      color: var(--ink-2);
    }
    & a:hover {
      color: var(--brand);
    }
  }
  & .found ul {
    margin-top: 24px;
    border-top: 1px solid var(--ink);

    & a {
      display: block;
      padding-block: 16px;
      border-bottom: 1px solid var(--line);

      &:hover {
        color: var(--brand);
      }
    }
  }
  /* The tree is next to the text; on a phone it is collapsed. */
  @media (width >= 800px) {
    @supports selector(::details-content) {
      & .tree summary {
        display: none;
      }
      & .tree::details-content {
        display: block;
        content-visibility: visible;
      }
    }
  }
  @media (width < 1100px) {
    & .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    & .contents {
      order: -1;
    }
  }
  @media (width < 800px) {
    & .section,
    & .chapters section {
      grid-template-columns: minmax(0, 1fr);
    }
    & .tree {
      border: 1px solid var(--line);

      & summary {
        display: flex;
        align-items: center;
        justify-content: space-between;
        min-height: 48px;
        padding-inline: 14px;

        &::after {
          content: "+";
          color: var(--seal);
          font-size: 1.25rem;
        }
      }
      & nav {
        padding: 4px 8px 12px;
      }
    }
  }
${proseCss}
${searchCss}
}
${pageTransitionCss('[data-widget="wiki"] article h1')}`;
