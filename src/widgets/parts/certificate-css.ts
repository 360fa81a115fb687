/** The background of a perforated edge: a row of dots. */
const perforation = "radial-gradient(circle, var(--line-2) 1.4px, transparent 1.6px)";

/** The styles of the certificate. Sizes depend on the width of the certificate, not of the screen. */
export const certificateCss = `
.certificate {
  container-type: inline-size;
  position: relative;
  color: var(--ink);

  & :is(.paper, .ghost) {
    border: 1px solid var(--line);
    background: var(--sheet);
  }
  & .paper {
    position: relative;
    padding: 16px;
    box-shadow: 0 40px 80px -48px rgb(5 30 22 / 0.45);
  }
  & .ghost {
    position: absolute;
    inset: 0 0 74px;
  }
  & .first {
    transform: translate(12px, -12px);
  }
  & .second {
    transform: translate(24px, -24px);
  }
  & .face {
    position: relative;
    padding: clamp(18px, 4cqi, 34px);
    outline: 1px solid var(--brand);
    background: var(--sheet);
    overflow: clip;
  }
  & .titles {
    display: flex;
    justify-content: space-between;
    align-items: flex-start;
    gap: 20px;
  }
  & .title {
    font-size: clamp(1.125rem, 4cqi, 1.625rem);
    font-weight: 600;
    line-height: 1.25;
    letter-spacing: -0.01em;
  }
  & .translation {
    margin-top: 6px;
    color: var(--ink-3);
    font-size: 0.6875rem;
    letter-spacing: 0.06em;
  }
  & .specimen {
    color: var(--seal);
    font-size: clamp(1rem, 3.4cqi, 1.25rem);
    font-weight: 650;
    line-height: 1.25;
    text-align: right;

    & span {
      display: block;
      margin-top: 6px;
      font-size: 0.6875rem;
      font-weight: 450;
      white-space: nowrap;
    }
  }
  & .body {
    display: grid;
    grid-template-columns: minmax(0, 26fr) minmax(0, 42fr) minmax(0, 30fr);
    gap: clamp(14px, 3.4cqi, 28px);
    align-items: center;
    margin-top: clamp(14px, 3cqi, 26px);
  }
  & .elevation {
    width: 100%;
    aspect-ratio: 102 / 136;
  }
  & dl div {
    display: grid;
    grid-template-columns: 5.5em minmax(0, 1fr);
    gap: 12px;
    padding-block: 9px;
    border-bottom: 1px solid var(--line);
    font-size: clamp(0.8125rem, 2.5cqi, 0.9375rem);
    line-height: 1.5;

    &:first-child {
      border-top: 1px solid var(--line);
    }
  }
  & dt {
    color: var(--ink-3);
  }
  & dd {
    font-weight: 550;

    & i {
      display: inline-block;
      width: 8px;
      height: 8px;
      margin-right: 8px;
      border-radius: 50%;
      background: var(--success);
    }
  }
  & .seal {
    position: relative;
    display: grid;
    place-items: center;
    align-self: center;
    aspect-ratio: 1;
    color: var(--malachite);

    & .rosette {
      position: absolute;
      inset: -7%;
      width: 114%;
      height: 114%;
      stroke-width: 0.55;
      opacity: 0.8;
    }
  }
  & .stamp {
    position: relative;
    width: clamp(54px, 12cqi, 78px);
    aspect-ratio: 1;
    border-radius: 8px;
    background: color-mix(in srgb, var(--sheet) 78%, transparent);
    color: var(--seal);
    transform: rotate(-7deg);

    & text {
      fill: currentColor;
      font: 700 25px/1 "Noto Serif SC", "Noto Serif CJK SC", "Songti SC", STSong, SimSun, serif;
    }
  }
  & .coupons {
    position: relative;
    display: grid;
    grid-template-columns: repeat(8, 1fr);
    height: 74px;
    border: 1px solid var(--line);
    border-top: 0;
    background: var(--sheet);
    color: var(--brand);

    &::before {
      content: "";
      position: absolute;
      inset: -1.5px 0 auto;
      height: 3px;
      background: ${perforation} 0 0 / 9px 3px;
    }
    & > div {
      position: relative;
      display: grid;
      place-items: center;
    }
    & div + div::before {
      content: "";
      position: absolute;
      inset: 0 auto 0 -1.5px;
      width: 3px;
      background: ${perforation} 0 0 / 3px 9px;
    }
    & div svg {
      position: absolute;
      inset: 0;
      width: 58px;
      height: 58px;
      margin: auto;
      color: var(--malachite);
      stroke-width: 0.5;
      opacity: 0.34;
    }
    & b {
      position: relative;
      padding: 1px 4px;
      background: var(--sheet);
      font-size: 0.8125rem;
      font-weight: 450;
    }
  }
  @media (width < 640px) {
    margin-inline: -4px;

    & .ghost {
      inset: 0 0 56px;
    }
    & .first {
      transform: translate(6px, -6px);
    }
    & :is(.second, .translation) {
      display: none;
    }
    & .paper {
      padding: 12px;
    }
    & .body {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: 8px 16px;
    }
    & .elevation {
      width: 86%;
    }
    & .seal {
      justify-self: end;
      width: 86%;
    }
    & dl {
      grid-column: 1 / -1;
      order: 3;
    }
    & dl div {
      grid-template-columns: 6em minmax(0, 1fr);
      gap: 8px;
      padding-block: 7px;
    }
    & .coupons {
      height: 56px;

      & div svg {
        width: 38px;
        height: 38px;
      }
      & b {
        padding-inline: 1px;
        font-size: 0.6875rem;
      }
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    & dd i {
      animation: certificate-lamp 2.4s ease-in-out infinite;
    }
  }
}
@keyframes certificate-lamp {
  50% { opacity: 0.35; }
}`;
