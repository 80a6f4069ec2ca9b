{{- /* The certificates of tls.from: generated, made once a rendering and kept over upgrades: {ca, cert, key, clientCert,
clientKey}, all in base64. Without a cluster to look into, as in `helm template`, each rendering makes new ones. */ -}}
{{- define "npushare.certificates" -}}
{{- if not (hasKey .Values.tls "made") -}}
{{- $name := include "npushare.name" . }}{{ $space := .Release.Namespace -}}
{{- $kept := lookup "v1" "Secret" $space (include "npushare.secret" .) -}}
{{- $client := lookup "v1" "Secret" $space (printf "%s-client-tls" $name) -}}
{{- if and $kept (or $client (not .Values.tls.clientAuth)) -}}
{{- $_ := set .Values.tls "made" (dict "ca" (index $kept.data "ca.crt") "cert" (index $kept.data "tls.crt") "key" (index $kept.data "tls.key")) -}}
{{- if .Values.tls.clientAuth -}}
{{- $_ := set .Values.tls.made "clientCert" (index $client.data "tls.crt") }}{{ $_ := set .Values.tls.made "clientKey" (index $client.data "tls.key") -}}
{{- end -}}
{{- else -}}
{{- $days := int .Values.tls.days -}}
{{- $ca := genCA (printf "%s authority" $name) $days -}}
{{- $host := include "npushare.host" . -}}
{{- $names := list $host (printf "%s.%s" $name $space) $name (printf "%s.cluster.local" $host) "localhost" -}}
{{- $addresses := list "127.0.0.1" -}}
{{- if .Values.service.clusterIP }}{{ $addresses = append $addresses .Values.service.clusterIP }}{{ end -}}
{{- $server := genSignedCert $host $addresses $names $days $ca -}}
{{- $caller := genSignedCert (include "npushare.scheduler" .) nil nil $days $ca -}}
{{- $_ := set .Values.tls "made" (dict "ca" ($ca.Cert | b64enc) "cert" ($server.Cert | b64enc) "key" ($server.Key | b64enc)
  "clientCert" ($caller.Cert | b64enc) "clientKey" ($caller.Key | b64enc)) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- /* The authority in base64, for the webhook; empty where cert-manager fills it in. */ -}}
{{- define "npushare.caBundle" -}}
{{- if eq .Values.tls.from "generated" -}}
{{- include "npushare.certificates" . }}{{ .Values.tls.made.ca -}}
{{- else if eq .Values.tls.from "secret" -}}
{{- .Values.tls.caBundle | b64enc -}}
{{- end -}}
{{- end }}
