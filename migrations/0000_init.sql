DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN CREATE ROLE meridian_app NOLOGIN NOBYPASSRLS; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL; END $$;
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN
    -- Whoever made the role may grant it to themselves, and since PostgreSQL 16 has to before they may work as it.
    EXECUTE format('GRANT meridian_app TO %I', current_user);
    GRANT USAGE ON SCHEMA public TO meridian_app;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mobile" text NOT NULL,
	"user_name" text NOT NULL,
	"password_hash" text,
	"password_is_one_time" boolean DEFAULT false NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"cancel_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_mobile_unique" UNIQUE("mobile"),
	CONSTRAINT "account_user_name_unique" UNIQUE("user_name"),
	CONSTRAINT "account_reserved_name" CHECK (is_super_admin or user_name not in ('admin', 'planform', 'platform'))
);

CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"account_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"device_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"proved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);

CREATE TABLE "sms_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mobile" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"source" text NOT NULL,
	"site_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);

CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"recipient" text NOT NULL,
	"body" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"provider_id" text,
	"ask_at" timestamp (3) with time zone,
	"asked" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"undelivered_at" timestamp (3) with time zone,
	"reason" text
);

CREATE TABLE "spent_proof" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"account" text NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "device" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "idempotency" (
	"id" text PRIMARY KEY NOT NULL,
	"body_hash" text NOT NULL,
	"claim" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "page_revision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"rev" integer NOT NULL,
	"change" jsonb NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"member_id" uuid,
	"member_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "page_share" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"member_id" uuid,
	"member_name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "page_snapshot" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"path" text NOT NULL,
	"document" jsonb NOT NULL,
	"rev" integer NOT NULL,
	"theme_version" integer NOT NULL,
	"member_id" uuid,
	"member_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "pay_password" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp (3) with time zone,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "pay_ticket" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"account_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"form" text NOT NULL,
	"digest" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pay_ticket_token_hash_unique" UNIQUE("token_hash")
);

CREATE TABLE "payee" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"secret" text NOT NULL,
	"shown" jsonb NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "totp" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_counter" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "recovery_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "step_ticket" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"methods" text[] NOT NULL,
	"uses_one_time" boolean NOT NULL,
	"secret" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "step_ticket_token_hash_unique" UNIQUE("token_hash")
);

CREATE TABLE "security_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid,
	"source" text,
	"once" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "security_event_once_unique" UNIQUE("once")
);

CREATE TABLE "tenant" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" jsonb NOT NULL,
	"host" text,
	"owner_account_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenant_code_unique" UNIQUE("code"),
	CONSTRAINT "tenant_host_unique" UNIQUE("host")
);

CREATE TABLE "former_site_code" (
	"code" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"given_up_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "user_address" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mobile" text NOT NULL,
	"region_id" integer NOT NULL,
	"address" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "work_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"work_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"member_name" text NOT NULL,
	"step" text,
	"text" text NOT NULL,
	"pictures" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "contact_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"name" text,
	"contact" text,
	"message" text,
	"language" text,
	"status" text,
	CONSTRAINT "contact_message_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "contract" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"number" numeric(20, 6),
	"title" jsonb,
	"text" jsonb,
	"effective_at" timestamp (3) with time zone,
	"status" text,
	CONSTRAINT "contract_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "member" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"account_id" text,
	"user_name" text,
	"mobile" text,
	"name" text,
	"avatar" text,
	"is_administrator" boolean,
	"status" text,
	"roles" jsonb,
	"invitation" jsonb,
	CONSTRAINT "member_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"title" jsonb,
	"intro" jsonb,
	"body" jsonb,
	"cover" text,
	"kind" text,
	"source_url" text,
	"status" text,
	"published_at" timestamp (3) with time zone,
	"pinned" boolean,
	"sort" numeric(20, 6),
	CONSTRAINT "news_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "paas_work" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"title" text,
	"kind" text,
	"priority" text,
	"status" text,
	"device" text,
	"description" text,
	"picture" text,
	"member_id" jsonb,
	CONSTRAINT "paas_work_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "page" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"path" text,
	"title" jsonb,
	"description" jsonb,
	"status" text,
	"document" jsonb,
	"rev" numeric(20, 6),
	"snapshot_id" text,
	CONSTRAINT "page_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "role" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"name" jsonb,
	"description" jsonb,
	"grants" jsonb,
	CONSTRAINT "role_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "service_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"ending" text,
	"package_name" jsonb,
	"package_id" uuid,
	"code_hash" jsonb,
	"status" text,
	"note" text,
	"used_by" jsonb,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "service_code_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "service_opening" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"name" jsonb,
	"provider" jsonb,
	"status" text,
	"opened_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"devices" numeric(20, 6),
	"response_hours" numeric(20, 6),
	"source" text,
	"package_id" jsonb,
	CONSTRAINT "service_opening_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "service_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"customer" jsonb,
	"person" text,
	"package_name" jsonb,
	"package_id" uuid,
	"source" text,
	"ending" text,
	"opened_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"devices" numeric(20, 6),
	"response_hours" numeric(20, 6),
	"customer_id" jsonb,
	"request_id" jsonb,
	CONSTRAINT "service_order_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "service_package" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"key" text,
	"name" jsonb,
	"intro" jsonb,
	"price" jsonb,
	"days" numeric(20, 6),
	"devices" numeric(20, 6),
	"response_hours" numeric(20, 6),
	"activation" text,
	"status" text,
	"sort_order" numeric(20, 6),
	CONSTRAINT "service_package_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "theme" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" jsonb,
	"description" jsonb,
	"menu" jsonb,
	"paper" text,
	"ink" text,
	"brand" text,
	"seal" text,
	"fonts" text,
	"radius" numeric(20, 6),
	CONSTRAINT "theme_tenant_id" UNIQUE("tenant_id","id")
);

CREATE TABLE "wiki" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"field_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" bigint[] DEFAULT '{}' NOT NULL,
	"key" text,
	"title" jsonb,
	"parent" uuid,
	"text" jsonb,
	"sort" numeric(20, 6),
	"status" text,
	CONSTRAINT "wiki_tenant_id" UNIQUE("tenant_id","id")
);

ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "device" ADD CONSTRAINT "device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pay_password" ADD CONSTRAINT "pay_password_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pay_ticket" ADD CONSTRAINT "pay_ticket_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "totp" ADD CONSTRAINT "totp_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "step_ticket" ADD CONSTRAINT "step_ticket_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "former_site_code" ADD CONSTRAINT "former_site_code_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "service_code" ADD CONSTRAINT "service_code_package_id_fk" FOREIGN KEY ("tenant_id","package_id") REFERENCES "public"."service_package"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "service_order" ADD CONSTRAINT "service_order_package_id_fk" FOREIGN KEY ("tenant_id","package_id") REFERENCES "public"."service_package"("tenant_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "wiki" ADD CONSTRAINT "wiki_parent_fk" FOREIGN KEY ("tenant_id","parent") REFERENCES "public"."wiki"("tenant_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "session_account" ON "session" USING btree ("account_id");
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");
CREATE INDEX "sms_code_mobile" ON "sms_code" USING btree ("mobile","created_at");
CREATE INDEX "sms_code_source" ON "sms_code" USING btree ("source","created_at");
CREATE INDEX "sms_code_site" ON "sms_code" USING btree ("site_id","created_at");
CREATE INDEX "sms_code_created" ON "sms_code" USING btree ("created_at");
CREATE UNIQUE INDEX "sms_code_living" ON "sms_code" USING btree ("mobile","purpose") WHERE used_at is null and ended_at is null;
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE sent_at is null and failed_at is null;
CREATE INDEX "outbox_ask" ON "outbox" USING btree ("ask_at") WHERE ask_at is not null;
CREATE INDEX "outbox_kind" ON "outbox" USING btree ("kind","created_at");
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");
CREATE INDEX "outbox_recipient" ON "outbox" USING btree ("recipient","created_at");
CREATE INDEX "spent_proof_expires" ON "spent_proof" USING btree ("expires_at");
CREATE INDEX "attempt_subject" ON "attempt" USING btree ("subject","created_at");
CREATE INDEX "attempt_account" ON "attempt" USING btree ("account","created_at");
CREATE INDEX "attempt_source" ON "attempt" USING btree ("source","created_at") WHERE state = 'failed';
CREATE INDEX "attempt_created" ON "attempt" USING btree ("created_at");
CREATE UNIQUE INDEX "device_account" ON "device" USING btree ("account_id","token_hash");
CREATE INDEX "device_token" ON "device" USING btree ("token_hash");
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");
CREATE UNIQUE INDEX "page_revision_rev" ON "page_revision" USING btree ("tenant_id","page_id","rev");
CREATE INDEX "page_share_page" ON "page_share" USING btree ("tenant_id","page_id");
CREATE UNIQUE INDEX "page_snapshot_number" ON "page_snapshot" USING btree ("tenant_id","page_id","number");
CREATE INDEX "page_snapshot_path" ON "page_snapshot" USING btree ("tenant_id","path");
CREATE INDEX "pay_ticket_expires" ON "pay_ticket" USING btree ("expires_at");
CREATE INDEX "payee_member" ON "payee" USING btree ("tenant_id","member_id");
CREATE UNIQUE INDEX "recovery_code_hash" ON "recovery_code" USING btree ("account_id","code_hash");
CREATE INDEX "step_ticket_created" ON "step_ticket" USING btree ("created_at");
CREATE INDEX "step_ticket_account" ON "step_ticket" USING btree ("account_id") WHERE used_at is null;
CREATE INDEX "security_event_created" ON "security_event" USING btree ("created_at");
CREATE INDEX "security_event_account" ON "security_event" USING btree ("account_id","created_at");
CREATE INDEX "tenant_owner" ON "tenant" USING btree ("owner_account_id");
CREATE INDEX "former_site_code_tenant" ON "former_site_code" USING btree ("tenant_id","given_up_at");
CREATE INDEX "user_address_member" ON "user_address" USING btree ("tenant_id","member_id");
CREATE UNIQUE INDEX "user_address_default" ON "user_address" USING btree ("tenant_id","member_id") WHERE is_default;
CREATE INDEX "work_message_work" ON "work_message" USING btree ("tenant_id","work_id","created_at");
CREATE INDEX "contact_message_by_created_at" ON "contact_message" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "contact_message_by_status" ON "contact_message" USING btree ("tenant_id","status","id") WHERE deleted_at is null;
CREATE INDEX "contact_message_search" ON "contact_message" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "contract_by_created_at" ON "contract" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "contract_by_number" ON "contract" USING btree ("tenant_id","number","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "contract_one_number" ON "contract" USING btree ("tenant_id","number") WHERE deleted_at is null;
CREATE INDEX "contract_search" ON "contract" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "member_by_created_at" ON "member" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "member_of_account_id" ON "member" USING btree ("account_id") WHERE deleted_at is null;
CREATE INDEX "member_of_invitation" ON "member" USING btree ("invitation") WHERE deleted_at is null;
CREATE UNIQUE INDEX "member_one_account_id" ON "member" USING btree ("tenant_id","account_id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "member_one_invitation" ON "member" USING btree ("tenant_id","invitation") WHERE deleted_at is null;
CREATE INDEX "member_search" ON "member" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "news_by_created_at" ON "news" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "news_by_published_at" ON "news" USING btree ("tenant_id","published_at","id") WHERE deleted_at is null;
CREATE INDEX "news_by_status_published_at" ON "news" USING btree ("tenant_id","status","published_at","id") WHERE deleted_at is null;
CREATE INDEX "news_by_status_sort" ON "news" USING btree ("tenant_id","status","sort","id") WHERE deleted_at is null;
CREATE INDEX "news_by_kind_published_at" ON "news" USING btree ("tenant_id","kind","published_at","id") WHERE deleted_at is null;
CREATE INDEX "news_by_sort" ON "news" USING btree ("tenant_id","sort","id") WHERE deleted_at is null;
CREATE INDEX "news_search" ON "news" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "paas_work_by_created_at" ON "paas_work" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "paas_work_by_status" ON "paas_work" USING btree ("tenant_id","status","id") WHERE deleted_at is null;
CREATE INDEX "paas_work_by_member_id" ON "paas_work" USING btree ("tenant_id","member_id","id") WHERE deleted_at is null;
CREATE INDEX "paas_work_search" ON "paas_work" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "page_by_created_at" ON "page" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "page_by_path" ON "page" USING btree ("tenant_id","path","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "page_one_path" ON "page" USING btree ("tenant_id","path") WHERE deleted_at is null;
CREATE INDEX "page_search" ON "page" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "role_by_created_at" ON "role" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "role_search" ON "role" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "service_code_by_created_at" ON "service_code" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "service_code_by_status" ON "service_code" USING btree ("tenant_id","status","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "service_code_one_code_hash" ON "service_code" USING btree ("tenant_id","code_hash") WHERE deleted_at is null;
CREATE INDEX "service_code_package_id" ON "service_code" USING btree ("tenant_id","package_id");
CREATE INDEX "service_code_search" ON "service_code" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "service_opening_by_created_at" ON "service_opening" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "service_opening_by_opened_at" ON "service_opening" USING btree ("tenant_id","opened_at","id") WHERE deleted_at is null;
CREATE INDEX "service_opening_by_ends_at" ON "service_opening" USING btree ("tenant_id","ends_at","id") WHERE deleted_at is null;
CREATE INDEX "service_opening_by_package_id" ON "service_opening" USING btree ("tenant_id","package_id","id") WHERE deleted_at is null;
CREATE INDEX "service_opening_of_ends_at" ON "service_opening" USING btree ("ends_at") WHERE deleted_at is null;
CREATE INDEX "service_opening_search" ON "service_opening" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "service_order_by_created_at" ON "service_order" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "service_order_by_opened_at" ON "service_order" USING btree ("tenant_id","opened_at","id") WHERE deleted_at is null;
CREATE INDEX "service_order_by_ends_at" ON "service_order" USING btree ("tenant_id","ends_at","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "service_order_one_customer_id_request_id" ON "service_order" USING btree ("tenant_id","customer_id","request_id") WHERE deleted_at is null;
CREATE INDEX "service_order_package_id" ON "service_order" USING btree ("tenant_id","package_id");
CREATE INDEX "service_order_search" ON "service_order" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "service_package_by_created_at" ON "service_package" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "service_package_by_sort_order" ON "service_package" USING btree ("tenant_id","sort_order","id") WHERE deleted_at is null;
CREATE INDEX "service_package_by_status_sort_order" ON "service_package" USING btree ("tenant_id","status","sort_order","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "service_package_one_key" ON "service_package" USING btree ("tenant_id","key") WHERE deleted_at is null;
CREATE INDEX "service_package_search" ON "service_package" USING gin ("search") WITH (fastupdate=false);
CREATE INDEX "theme_by_created_at" ON "theme" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "wiki_by_created_at" ON "wiki" USING btree ("tenant_id","created_at","id") WHERE deleted_at is null;
CREATE INDEX "wiki_by_sort" ON "wiki" USING btree ("tenant_id","sort","id") WHERE deleted_at is null;
CREATE INDEX "wiki_by_key" ON "wiki" USING btree ("tenant_id","key","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "wiki_one_key" ON "wiki" USING btree ("tenant_id","key") WHERE deleted_at is null;
CREATE INDEX "wiki_parent" ON "wiki" USING btree ("tenant_id","parent");
CREATE INDEX "wiki_search" ON "wiki" USING gin ("search") WITH (fastupdate=false);
ALTER TABLE "contact_message" SET (toast_tuple_target = 256);
ALTER TABLE "contact_message" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "contact_message" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "contract" SET (toast_tuple_target = 256);
ALTER TABLE "contract" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "contract" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "member" SET (toast_tuple_target = 256);
ALTER TABLE "member" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "member" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "news" SET (toast_tuple_target = 256);
ALTER TABLE "news" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "news" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "paas_work" SET (toast_tuple_target = 256);
ALTER TABLE "paas_work" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "paas_work" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "page" SET (toast_tuple_target = 256);
ALTER TABLE "page" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "page" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "role" SET (toast_tuple_target = 256);
ALTER TABLE "role" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "role" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "service_code" SET (toast_tuple_target = 256);
ALTER TABLE "service_code" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "service_code" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "service_opening" SET (toast_tuple_target = 256);
ALTER TABLE "service_opening" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "service_opening" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "service_order" SET (toast_tuple_target = 256);
ALTER TABLE "service_order" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "service_order" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "service_package" SET (toast_tuple_target = 256);
ALTER TABLE "service_package" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "service_package" ALTER COLUMN "search" SET STATISTICS 300;
ALTER TABLE "wiki" SET (toast_tuple_target = 256);
ALTER TABLE "wiki" ALTER COLUMN "search" SET STORAGE EXTERNAL;
ALTER TABLE "wiki" ALTER COLUMN "search" SET STATISTICS 300;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "account" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "session" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "sms_code" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "outbox" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "spent_proof" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "attempt" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "device" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "idempotency" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "page_revision" TO meridian_app; END IF; END $$;
ALTER TABLE "page_revision" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "page_revision" FORCE ROW LEVEL SECURITY;
CREATE POLICY "page_revision_tenant" ON "page_revision" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "page_share" TO meridian_app; END IF; END $$;
ALTER TABLE "page_share" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "page_share" FORCE ROW LEVEL SECURITY;
CREATE POLICY "page_share_tenant" ON "page_share" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "page_snapshot" TO meridian_app; END IF; END $$;
ALTER TABLE "page_snapshot" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "page_snapshot" FORCE ROW LEVEL SECURITY;
CREATE POLICY "page_snapshot_tenant" ON "page_snapshot" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "pay_password" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "pay_ticket" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "payee" TO meridian_app; END IF; END $$;
ALTER TABLE "payee" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "payee" FORCE ROW LEVEL SECURITY;
CREATE POLICY "payee_tenant" ON "payee" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "totp" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "recovery_code" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "step_ticket" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "security_event" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "tenant" TO meridian_app; END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "former_site_code" TO meridian_app; END IF; END $$;
ALTER TABLE "former_site_code" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "former_site_code" FORCE ROW LEVEL SECURITY;
CREATE POLICY "former_site_code_tenant" ON "former_site_code" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "user_address" TO meridian_app; END IF; END $$;
ALTER TABLE "user_address" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "user_address" FORCE ROW LEVEL SECURITY;
CREATE POLICY "user_address_tenant" ON "user_address" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "work_message" TO meridian_app; END IF; END $$;
ALTER TABLE "work_message" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "work_message" FORCE ROW LEVEL SECURITY;
CREATE POLICY "work_message_tenant" ON "work_message" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "contact_message" TO meridian_app; END IF; END $$;
ALTER TABLE "contact_message" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "contact_message" FORCE ROW LEVEL SECURITY;
CREATE POLICY "contact_message_tenant" ON "contact_message" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "contract" TO meridian_app; END IF; END $$;
ALTER TABLE "contract" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "contract" FORCE ROW LEVEL SECURITY;
CREATE POLICY "contract_tenant" ON "contract" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "member" TO meridian_app; END IF; END $$;
ALTER TABLE "member" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "member" FORCE ROW LEVEL SECURITY;
CREATE POLICY "member_tenant" ON "member" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "news" TO meridian_app; END IF; END $$;
ALTER TABLE "news" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "news" FORCE ROW LEVEL SECURITY;
CREATE POLICY "news_tenant" ON "news" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "paas_work" TO meridian_app; END IF; END $$;
ALTER TABLE "paas_work" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "paas_work" FORCE ROW LEVEL SECURITY;
CREATE POLICY "paas_work_tenant" ON "paas_work" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "page" TO meridian_app; END IF; END $$;
ALTER TABLE "page" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "page" FORCE ROW LEVEL SECURITY;
CREATE POLICY "page_tenant" ON "page" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "role" TO meridian_app; END IF; END $$;
ALTER TABLE "role" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "role" FORCE ROW LEVEL SECURITY;
CREATE POLICY "role_tenant" ON "role" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "service_code" TO meridian_app; END IF; END $$;
ALTER TABLE "service_code" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "service_code" FORCE ROW LEVEL SECURITY;
CREATE POLICY "service_code_tenant" ON "service_code" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "service_opening" TO meridian_app; END IF; END $$;
ALTER TABLE "service_opening" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "service_opening" FORCE ROW LEVEL SECURITY;
CREATE POLICY "service_opening_tenant" ON "service_opening" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "service_order" TO meridian_app; END IF; END $$;
ALTER TABLE "service_order" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "service_order" FORCE ROW LEVEL SECURITY;
CREATE POLICY "service_order_tenant" ON "service_order" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "service_package" TO meridian_app; END IF; END $$;
ALTER TABLE "service_package" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "service_package" FORCE ROW LEVEL SECURITY;
CREATE POLICY "service_package_tenant" ON "service_package" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "theme" TO meridian_app; END IF; END $$;
ALTER TABLE "theme" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "theme" FORCE ROW LEVEL SECURITY;
CREATE POLICY "theme_tenant" ON "theme" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'meridian_app') THEN GRANT SELECT, INSERT, UPDATE, DELETE ON "wiki" TO meridian_app; END IF; END $$;
ALTER TABLE "wiki" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "wiki" FORCE ROW LEVEL SECURITY;
CREATE POLICY "wiki_tenant" ON "wiki" USING (tenant_id = (SELECT nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) OR (SELECT current_setting('meridian.tenant', true)) = '*');
