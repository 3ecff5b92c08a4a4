{{- define "mps.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "mps.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "mps.labels" -}}
{{ include "mps.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "mps.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "mps.wanted" -}}
{{- ternary .autoscaling.maxReplicas .replicas .autoscaling.enabled }}
{{- end }}

{{/* The most processes of a kind that serve at the same time: during a release one more. */}}
{{- define "mps.most" -}}
{{- add1 (include "mps.wanted" .) }}
{{- end }}

{{/* The most that are connected: one that is ending does not serve any more, and Kubernetes starts the next one meanwhile. */}}
{{- define "mps.connected" -}}
{{- add (include "mps.wanted" .) 2 }}
{{- end }}

{{- define "mps.check" -}}
{{- range $kind := list "api" "worker" }}
{{- $of := index $.Values $kind }}
{{- if and $of.autoscaling.enabled (lt (int $of.autoscaling.maxReplicas) (int $of.replicas)) }}
{{- fail (printf "%s.autoscaling.maxReplicas is less than %s.replicas." $kind $kind) }}
{{- end }}
{{- end }}
{{- $processes := add (include "mps.connected" .Values.api) (include "mps.connected" .Values.worker) }}
{{- $connections := mul $processes .Values.database.connectionsPerProcess }}
{{- $allowed := int .Values.database.connectionsAllowed }}
{{- if and (eq $allowed 0) (not .Values.database.pooler) }}
{{- fail (printf "Without database.pooler, say in database.connectionsAllowed how many connections PostgreSQL has for the service. Its usual max_connections are 100, and %d processes open up to %d." (int $processes) (int $connections)) }}
{{- end }}
{{- $allowed = default 2000 $allowed }}
{{- if gt (int $connections) $allowed }}
{{- fail (printf "%d processes open up to %d connections, and database.connectionsAllowed is %d. Run fewer processes, or put PgBouncer before PostgreSQL." (int $processes) (int $connections) $allowed) }}
{{- end }}
{{- if and .Values.database.pooler (not .Values.database.direct) }}
{{- fail "database.pooler needs database.direct: notices of new work do not pass a pooler." }}
{{- end }}
{{- $instances := int (include "mps.most" .Values.api) }}
{{- if and (not .Values.sharedLimits) (gt $instances 20) }}
{{- fail "Without sharedLimits, at most 19 processes serve callers: each admits its part of a limit." }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
{{- fail "ingress.enabled needs ingress.hosts." }}
{{- end }}
{{- end }}

{{/* Every setting that is no secret, but ROLE. The migration has them too: a hook runs before the ConfigMap is there. */}}
{{- define "mps.settings" -}}
{{- include "mps.check" . }}
{{- $url := .Values.publicUrl }}
{{- $settings := dict "NODE_ENV" "production" "PORT" "3000" "ADMIN_PORT" "9464" "ADMIN_HOST" "0.0.0.0" }}
{{- $settings = merge $settings (dict "TRUST_PROXY" .Values.trustProxy "DRAIN_SECONDS" (toString .Values.drainSeconds)) }}
{{- $settings = merge $settings (dict "INSTANCES" (include "mps.most" .Values.api)) }}
{{- $settings = merge $settings (dict "DATABASE_CONNECTIONS" (toString .Values.database.connectionsPerProcess)) }}
{{- with .Values.database.pooler }}
{{- $settings = merge $settings (dict "DATABASE_URL_SANDBOX" . "DATABASE_URL_LIVE" . "DATABASE_URL_PLATFORM" .) }}
{{- end }}
{{- with .Values.database.direct }}
{{- $settings = merge $settings (dict "DATABASE_DIRECT_URL" .) }}
{{- end }}
{{- if .Values.gateways.configMap }}
{{- $settings = merge $settings (dict "GATEWAYS" "/etc/merchant-payments/gateways.yaml") }}
{{- end }}
{{- $addresses := dict "CHECKOUT_URL" $url "PAY_URL" $url "CALLBACK_URL" $url }}
{{- toYaml (merge $settings .Values.settings $addresses) }}
{{- end }}

{{- define "mps.secrets" -}}
- name: SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: SECRET_KEY } }
- name: SECRET_KEYS_BESIDE
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: SECRET_KEYS_BESIDE, optional: true } }
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: DATABASE_URL } }
{{- if .Values.sharedLimits }}
- name: REDIS_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: REDIS_URL } }
{{- end }}
{{- if .Values.settings.DASHBOARD_URL }}
- name: SMTP_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.existingSecret }}, key: SMTP_URL } }
{{- end }}
{{- end }}

{{- define "mps.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
  {{- with .Values.gateways.configMap }}
  - name: gateways
    configMap: { name: {{ . }} }
  {{- end }}
{{- end }}

{{- define "mps.container" -}}
image: {{ include "mps.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.gateways.configMap }}
  - { name: gateways, mountPath: /etc/merchant-payments, readOnly: true }
  {{- end }}
{{- end }}
