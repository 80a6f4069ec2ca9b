{{- define "npushare.name" -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- end }}
{{- define "npushare.scheduler" -}}{{ include "npushare.name" . }}-kube-scheduler{{- end }}
{{- define "npushare.host" -}}{{ include "npushare.name" . }}.{{ .Release.Namespace }}.svc{{- end }}
{{- define "npushare.scheme" -}}{{ if eq .Values.tls.from "none" }}http{{ else }}https{{ end }}{{- end }}
{{- define "npushare.secret" -}}
{{ if eq .Values.tls.from "secret" }}{{ .Values.tls.secretName }}{{ else }}{{ include "npushare.name" . }}-tls{{ end }}
{{- end }}

{{- define "npushare.selector" -}}
app.kubernetes.io/name: npushare
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: service
{{- end }}
{{- define "npushare.schedulerSelector" -}}
app.kubernetes.io/name: npushare
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: kube-scheduler
{{- end }}
{{- define "npushare.labels" -}}
app.kubernetes.io/name: npushare
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "npushare.image" -}}
{{ .Values.image.repository }}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}
{{- /* A distribution's suffix, as in v1.33.4+k3s1 or v1.33.4-gke.100, is not in the image's tag. */ -}}
{{- define "npushare.schedulerImage" -}}
{{- $cluster := regexFind "^v[0-9]+\\.[0-9]+\\.[0-9]+" .Capabilities.KubeVersion.Version -}}
{{ .Values.kubeScheduler.image.repository }}:{{ .Values.kubeScheduler.image.tag | default $cluster }}
{{- end }}
