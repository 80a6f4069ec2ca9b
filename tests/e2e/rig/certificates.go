package rig

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// ServingFiles are the paths of a certificate, its key and the authority that vouches for it.
type ServingFiles struct{ Certificate, Key, Authority string }

// MakeServingFiles writes a certificate for a DNS name and 127.0.0.1, by an authority made for it.
func MakeServingFiles(dir, name string) (ServingFiles, error) {
	files := ServingFiles{filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key"), filepath.Join(dir, "ca.crt")}
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "end-to-end authority"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return files, err
	}
	if err := certify(files.Authority, authority, authority, &authorityKey.PublicKey, authorityKey); err != nil {
		return files, err
	}
	server := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name},
		NotBefore: authority.NotBefore, NotAfter: authority.NotAfter,
		DNSNames: []string{name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, KeyUsage: x509.KeyUsageDigitalSignature,
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return files, err
	}
	if err := certify(files.Certificate, server, authority, &key.PublicKey, authorityKey); err != nil {
		return files, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return files, err
	}
	return files, writePEM(files.Key, "PRIVATE KEY", der)
}

func certify(path string, subject, issuer *x509.Certificate, public *ecdsa.PublicKey, by *ecdsa.PrivateKey) error {
	der, err := x509.CreateCertificate(rand.Reader, subject, issuer, public, by)
	if err != nil {
		return err
	}
	return writePEM(path, "CERTIFICATE", der)
}

// writeServiceAccountKey makes the key that kube-apiserver signs service account tokens with.
func writeServiceAccountKey(path string) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	return writePEM(path, "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key))
}

func writePEM(path, kind string, der []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
