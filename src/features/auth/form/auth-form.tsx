import type { ReactNode, RefObject } from "react";

type AuthFormProps = {
  formRef: RefObject<HTMLFormElement | null>;
  title: string;
  titleId?: string;
  /** The title's heading level: 1 on a page, 2 in a dialog over a page. */
  level: 1 | 2;
  submitLabel: string;
  isBusy: boolean;
  /** The error message of the form as a whole. */
  failure: string | undefined;
  /** Links below the button. */
  footer: ReactNode;
  children: ReactNode;
  onSubmit: () => Promise<void>;
};

/** The layout of sign-in forms: a title, fields, the error, one button and links to the other forms. */
export function AuthForm(props: AuthFormProps) {
  const { formRef, title, titleId, level, submitLabel, isBusy, failure, footer, children, onSubmit } = props;
  const Title = level === 1 ? "h1" : "h2";
  return (
    <form
      ref={formRef}
      className="sign-in"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <Title id={titleId}>{title}</Title>
      {children}
      {failure !== undefined && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className="go" disabled={isBusy} aria-busy={isBusy}>
        {submitLabel}
      </button>
      <p className="small foot">{footer}</p>
    </form>
  );
}
