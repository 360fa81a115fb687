CREATE TABLE "adapter_outcome" (
	"adapter" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"reason" text
);

CREATE TABLE "process_beat" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"figures" jsonb NOT NULL
);

ALTER TABLE "space_event" DROP CONSTRAINT "space_event_kind";
ALTER TABLE "space_event" ADD CONSTRAINT "space_event_kind" CHECK (kind in ('suspended', 'resumed', 'quotas', 'closed', 'reopened', 'erased', 'jobRetried', 'jobCancelled')) NOT VALID;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "adapter_outcome" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "process_beat" TO meridian_app; END IF; END $$;
